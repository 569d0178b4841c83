"""Addresses of the lobby."""

from django.urls import path

from lobby import views

app_name = "lobby"

urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/new/", views.create, name="create"),
    path("tables/quick/", views.quick, name="quick"),
    path("table/<uuid:table_id>/", views.table, name="table"),
    path("table/<uuid:table_id>/room/", views.room, name="room"),
    path("table/<uuid:table_id>/join/", views.join, name="join"),
    path("table/<uuid:table_id>/leave/", views.leave, name="leave"),
    path("table/<uuid:table_id>/ready/", views.ready, name="ready"),
    path("table/<uuid:table_id>/start/", views.start, name="start"),
    path("match/<uuid:match_id>/rematch/", views.rematch, name="rematch"),
]

"""The addresses of the games: they stay, since proofs and replays are kept and passed on."""

from django.urls import path

from games import views

urlpatterns = [
    path("match/<uuid:match_id>/", views.match, name="match"),
    path("match/<uuid:match_id>/frame", views.match_frame, name="match_frame"),
    path("match/<uuid:match_id>/act", views.match_act, name="match_act"),
    path("match/<uuid:match_id>/chat", views.match_chat, name="match_chat"),
    path("match/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("match/<uuid:match_id>/proof/<int:deal_no>/", views.proof, name="proof"),
    path("match/<uuid:match_id>/proof/<int:deal_no>.json", views.proof_json, name="proof_json"),
    path("fairness/", views.fairness, name="fairness"),
]

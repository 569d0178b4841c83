"""What is said at a match's table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class ChatLine(models.Model):
    """One line: free `text`, or the key of a preset `phrase` that each reader sees in the own language.

    `seat` is None for a watcher; `name` is the speaker's name as it was.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=60)
    text = models.CharField(max_length=300, blank=True, default="")
    phrase = models.CharField(max_length=30, blank=True, default="")
    created = models.DateTimeField()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        indexes = (models.Index(fields=("match", "id"), name="chat_of_match"),)

    def __str__(self) -> str:
        return f"{self.match_id} line {self.pk}"

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping

from ._models import Members


@dataclass(frozen=True)
class FoodChange:
    food_id: int
    change: str
    """created, changed, merged or removed; later versions may add others."""
    merged_into_food_id: int | None
    """The food that the id finds now, if it was merged."""
    changed_at: datetime
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> FoodChange:
        members = Members(value, "a change")
        return cls(
            members.integer("food_id"),
            members.text("change"),
            members.optional_integer("merged_into_food_id"),
            members.time("changed_at"),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class FoodChanges:
    """A page of changes, oldest first."""

    changes: tuple[FoodChange, ...]
    next: str
    """The cursor after them: store it, and continue from there."""
    has_more: bool
    """Whether there are further changes already."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> FoodChanges:
        members = Members(value, "the changes")
        return cls(
            members.tuple_of("changes", FoodChange.from_json),
            members.text("next"),
            members.boolean("has_more"),
            members.except_fields_of(cls),
        )

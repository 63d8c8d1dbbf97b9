from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping

from ._food import Food
from ._models import Members, number_or_none, text_of


@dataclass(frozen=True)
class FoodPortion:
    """A household portion."""

    description: str
    """Such as 1 cup, sliced."""
    grams: float
    is_usual: bool
    """What people usually eat of such foods, because the label states no serving."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> FoodPortion:
        members = Members(value, "a portion")
        return cls(
            members.text("description"),
            members.number("grams"),
            members.boolean("is_usual"),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class Licence:
    name: str
    spdx_id: str | None
    """Identifier in the SPDX licence list."""
    url: str
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Licence:
        members = Members(value, "a licence")
        return cls(
            members.text("name"),
            members.optional_text("spdx_id"),
            members.text("url"),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class Credit:
    """To show with the values."""

    text: str
    url: str
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Credit:
        members = Members(value, "a credit")
        return cls(members.text("text"), members.text("url"), members.except_fields_of(cls))


@dataclass(frozen=True)
class FoodOrigin:
    """Where some values of a food come from."""

    fields: tuple[str, ...]
    """Names of fields of the food, of its details and of nutrients."""
    source: str | None
    """None for what the service itself provides, such as a category found from the name."""
    record_id: str | None
    record_url: str | None
    changed_at: datetime | None
    """When the source last changed the record."""
    licence: Licence | None
    credit: Credit | None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> FoodOrigin:
        members = Members(value, "an origin")
        return cls(
            members.tuple_of("fields", text_of),
            members.optional_text("source"),
            members.optional_text("record_id"),
            members.optional_text("record_url"),
            members.optional_time("changed_at"),
            members.optional("licence", Licence.from_json),
            members.optional("credit", Credit.from_json),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class QualityFlag:
    """A value that was changed or questioned."""

    field: str
    rule: str
    found: str | float | None
    """What the source states, where it is informative."""
    explanation: str
    """What the rule did, in words."""
    extra: Mapping[str, Any] = dataclasses.field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> QualityFlag:
        members = Members(value, "a quality flag")
        return cls(
            members.text("field"),
            members.text("rule"),
            members.text_or_number("found"),
            members.text("explanation"),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class FoodDetails:
    """Everything that is stored about a food. None is unknown, never zero or empty."""

    food: Food
    language: str | None
    """Code of the language of the label."""
    names: Mapping[str, str] | None = field(hash=False)
    """By language code."""
    source_name: str | None
    """What the source calls it, where the food has another name."""
    ingredients: str | None
    """As printed."""
    allergens: tuple[str, ...] | None
    traces: tuple[str, ...] | None
    labels: tuple[str, ...] | None
    countries: tuple[str, ...] | None
    nutri_score: str | None
    """a (best) to e."""
    nova_group: int | None
    """1 (unprocessed) to 4 (ultra-processed)."""
    package_quantity: str | None
    """As printed."""
    portions: tuple[FoodPortion, ...] | None
    nutrients: Mapping[str, float | None] = field(hash=False)
    """Vitamins, minerals and other nutrients that are not fields of a food, per 100 g, such as vitamin_d_ug."""
    estimate: Mapping[str, Any] | None = field(hash=False)
    """How an AI estimate was made; None for all other foods."""
    updated_at: datetime
    """When the food last changed in the catalog."""
    origins: tuple[FoodOrigin, ...]
    """Where each known value comes from."""
    quality_flags: tuple[QualityFlag, ...]
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> FoodDetails:
        members = Members(value, "the details of a food")
        return cls(
            members.object_of("food", Food.from_json),
            members.optional_text("language"),
            members.optional_mapping("names", text_of),
            members.optional_text("source_name"),
            members.optional_text("ingredients"),
            members.optional_tuple_of("allergens", text_of),
            members.optional_tuple_of("traces", text_of),
            members.optional_tuple_of("labels", text_of),
            members.optional_tuple_of("countries", text_of),
            members.optional_text("nutri_score"),
            members.optional_integer("nova_group"),
            members.optional_text("package_quantity"),
            members.optional_tuple_of("portions", FoodPortion.from_json),
            members.optional_mapping("nutrients", number_or_none) or {},
            members.optional_mapping("estimate", lambda member: member),
            members.time("updated_at"),
            members.tuple_of("origins", FoodOrigin.from_json),
            members.tuple_of("quality_flags", QualityFlag.from_json),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class BatchEntry:
    key: str
    """The id or barcode that was asked for."""
    food: Food | None
    """None if there is none."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> BatchEntry:
        members = Members(value, "an entry of a batch")
        return cls(
            members.text("key"), members.optional("food", Food.from_json), members.except_fields_of(cls)
        )

-- What an import knows of the records behind the foods.

alter table foods
  -- Why a food has its confidence is told from the evidence, when somebody asks (src/trust): its values, the notes,
  -- and what follows. Sentences for each food would be more than half of the table.
  drop confidence_reasons,
  -- In 100 g, where told: it explains energy that the other nutrients do not give.
  add alcohol_g real,
  add polyols_g real,
  -- The last change at the source, in Unix seconds.
  add modified_at bigint,
  -- Up to here the age of that change counts, in Unix seconds.
  add scored_at bigint,
  -- What was changed in the source's record and by which rule: an array of {"rule", "field", "found"}; null: nothing.
  add notes jsonb,
  -- Of the line that told the food, so that the next import passes over the lines that say nothing new.
  add source_line_hash bigint;

-- An import numbers new foods itself, from the highest number ever given: one that was killed uses none up, and
-- the table can be built anew beside itself.
alter table foods alter id drop identity;

-- Records that are no foods (any more), and why. A number once given is kept here: a product that comes back gets
-- its own again, and no other food ever does.
create table excluded_records (
  source text not null,
  source_id text not null,
  -- obsolete, no-name, not-food, vanished, same-barcode, same-product …
  reason text not null,
  -- The number it had as a food.
  food_id bigint unique,
  -- The food that stands for it, which its barcode finds.
  instead bigint,
  barcode text,
  source_line_hash bigint,
  since timestamptz not null default now(),
  primary key (source, source_id)
);
create index left_out_barcode on excluded_records (barcode) where instead is not null;
create index left_out_instead on excluded_records (instead) where instead is not null;

-- Lines that a later line of the same dump replaced, so that the next import passes over them too.
create table duplicate_line_digests (
  source_line_hash bigint primary key
);

-- Up to which moment the changes of a source are in the catalog, in Unix seconds.
create table sync_cursors (
  source text primary key,
  position bigint not null,
  moved_at timestamptz not null default now()
);

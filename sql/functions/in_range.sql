-- Whether the value is within [minimum, maximum], where null means open. A missing value is in no range.
create or replace function in_range(value real, range jsonb) returns boolean
  immutable parallel safe language sql
  return range is null
    or value between coalesce((range->>0)::real, '-infinity') and coalesce((range->>1)::real, 'infinity');

-- Foods with the same name and brand, which a reader cannot tell apart, have the same group key.
create or replace function group_key_of(normalized_name text, normalized_brand text)
  returns bigint
  immutable parallel safe language sql
  return hashtextextended(normalized_name || e'\n' || normalized_brand, 0);

-- Whether the details of the food state that it is sold in this country.
create or replace function is_sold_in(food bigint, country text) returns boolean
  stable parallel safe language plpgsql
as $$
begin
  return exists (select from food_details where food_id = food and details->'countries' ? country);
end $$;

-- The value of the nutrient with this name; null for no nutrient.
create or replace function nutrient_value(
  nutrient text, calories_kcal real, protein_g real, fat_g real, carbs_g real, sugar_g real, fiber_g real, sodium_mg real
) returns real
  immutable parallel safe language sql
  return case nutrient
    when 'calories_kcal' then calories_kcal
    when 'protein_g' then protein_g
    when 'fat_g' then fat_g
    when 'carbs_g' then carbs_g
    when 'sugar_g' then sugar_g
    when 'fiber_g' then fiber_g
    when 'sodium_mg' then sodium_mg
  end;

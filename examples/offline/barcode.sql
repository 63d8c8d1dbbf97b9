-- A scanned barcode: the digits as a number, without leading zeros.
select name, brand, calories_kcal, serving_size_g
from foods
where barcode = 51500255162;

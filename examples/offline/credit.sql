-- The credit to show, and the licence of the data.
select key, value
from meta
where key in ('attribution', 'licence')
order by key;

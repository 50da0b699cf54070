alter table public.toll_prices add column search_name text generated always as (private.fold(toll_name)) stored;
comment on column public.toll_prices.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';
drop index public.toll_prices_toll_name_trgm_idx;

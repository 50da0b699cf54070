-- What advertisers read before they buy: how often the pages of each place were opened.
create function private.placement_audience() returns table (placement text, views bigint)
language sql stable security definer set search_path = '' as $$
  select places.key, coalesce(sum(daily.views), 0)
  from public.ad_placements as places
  left join public.page_view_daily as daily
    on daily.day >= private.brazilian_today() - 30
    and regexp_replace(daily.page_path, '^/(english|espanol)(?=/)', '')
      ~ ('^' || regexp_replace(replace(places.page, ':uf', '[a-z]{2}'), ':[A-Za-z]+', '[^/]+', 'g') || '$')
  group by places.key
$$;
create function public.placement_audience() returns table (placement text, views bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.placement_audience();
end;
comment on function public.placement_audience() is 'Views of the pages of each place for banners, over the last 30 finished days.';
grant execute on function public.placement_audience() to anon, authenticated;

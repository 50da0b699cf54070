-- Visits of addresses that moved, added up by the web server and written now and then.
create function public.count_redirects(visits jsonb) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  counted integer;
begin
  update public.redirects set hits = least(hits::bigint + visit.value::bigint, 2147483647)::integer
  from jsonb_each_text(visits) as visit where redirects.from_path = visit.key and visit.value ~ '^[0-9]{1,9}$';
  get diagnostics counted = row_count;
  return counted;
end $$;
comment on function public.count_redirects(jsonb) is 'Adds {address: visits} to redirects.hits and says how many addresses were known; for the server only.';
revoke execute on function public.count_redirects(jsonb) from public, anon, authenticated;
grant execute on function public.count_redirects(jsonb) to service_role;

-- A visit is no edit.
drop trigger redirects_touch on public.redirects;
create trigger redirects_touch before update of from_path, to_path on public.redirects
  for each row execute function private.touch_updated_at();
create index redirects_hits_idx on public.redirects (hits desc, id);

-- Extends a banner by the days on which a payment dispute paused it.
alter table public.ads add column disputed_since timestamptz;
comment on column public.ads.disputed_since is 'Since when a payment dispute has paused the banner; null while none does.';

create function private.extend_disputed_ad() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'paused' and new.reason = 'payment_disputed' then
    new.disputed_since := coalesce(old.disputed_since, now());
  elsif old.disputed_since is not null and new.status = 'approved' then
    -- Ends are midnights in Brazil, so that only whole days are added.
    new.ends_at := new.ends_at + make_interval(days => ceil(extract(epoch from now() - old.disputed_since) / 86400)::integer);
    new.disputed_since := null;
  elsif new.status <> 'paused' then
    new.disputed_since := null;
  end if;
  return new;
end $$;
comment on function private.extend_disputed_ad() is 'Notes when a dispute pauses a banner, and adds those days, rounded up, when it runs again.';
create trigger ads_extend_disputed before update of status on public.ads
  for each row execute function private.extend_disputed_ad();

-- Pictures of events, vouchers and banners are read by visitors when the thing that they belong to was approved, before
-- that by its people and the team. Who reads a row reads its files.

update storage.buckets set public = false where id in ('event-files', 'voucher-images', 'ad-art');


create policy "everybody (anon, authenticated) reads the files of events that they read" on storage.objects
  for select to anon, authenticated using (
    bucket_id = 'event-files' and (
      exists (select from public.events where poster_path = objects.name)
      or exists (select from public.events where stand_map_path = objects.name)
      or exists (select from public.event_sponsors where logo_path = objects.name)
      or exists (select from public.event_media where path = objects.name)
    )
  );

create policy "authenticated event managers read all files of events" on storage.objects
  for select to authenticated
  using (bucket_id = 'event-files' and (select private.is_staff()) and (select private.has_permission('events')));

create function private.reads_proposed_poster(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_changes as change
    where change.status = 'pending' and change.payload ->> 'poster_path' = name
      and private.edits_event(change.event_id)
  )
$$;
comment on function private.reads_proposed_poster(text) is 'Whether a poster is part of a waiting change of an event that the caller edits.';
grant execute on function private.reads_proposed_poster(text) to authenticated;
create policy "authenticated editors of an event read the poster of its waiting change" on storage.objects
  for select to authenticated using (bucket_id = 'event-files' and private.reads_proposed_poster(name));

create policy "authenticated accounts read pictures that they uploaded" on storage.objects
  for select to authenticated using (bucket_id in ('event-files', 'voucher-images') and private.is_own_upload(bucket_id, name));

-- Images of vouchers.
alter table public.vouchers drop constraint vouchers_image_url_check;
drop trigger vouchers_new_image on public.vouchers;
update public.vouchers set image_url = replace(image_url, '/storage/v1/object/public/voucher-images/', '/imagem-voucher/') where image_url is not null;
alter table public.vouchers add constraint vouchers_image_url_check check (image_url ~ '^/imagem-voucher/[0-9a-f-]{36}/[0-9a-f-]{36}\.webp$');
create index vouchers_image_url_idx on public.vouchers (image_url) where image_url is not null;

create or replace function private.queue_voucher_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('voucher-images', array[replace(old.image_url, '/imagem-voucher/', '')]);
  return null;
end $$;
create trigger vouchers_new_image after update of image_url on public.vouchers
  for each row when (old.image_url is distinct from new.image_url and old.image_url is not null) execute function private.queue_voucher_image();

create or replace function private.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vouchers;
  given public.vouchers;
begin
  perform private.require_account();
  select * into known from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or known.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse_request('image');
  elsif known.id is not null and seen is distinct from known.updated_at then
    return jsonb_build_object('outcome', 'conflict', 'updated_at', known.updated_at);
  elsif known.status = 'ended' then
    return jsonb_build_object('outcome', 'ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return jsonb_build_object('outcome', 'downloaded');
  elsif given.total_limit < (select downloads from private.voucher_counts where voucher_id = known.id) then
    perform private.refuse_request('total_limit');
  end if;
  given.id := coalesce(known.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  given.status := case
    when known.status in ('active', 'paused') and not private.promises_changed(known, given) and image is not distinct from known.image_url then known.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at, total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    given.id, place, given.title, given.benefit_type, given.benefit_value, given.rules, given.valid_from, given.valid_until,
    given.weekdays, given.starts_at, given.ends_at, given.total_limit, given.per_person_limit, given.guests_allowed, image, given.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value, rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations = case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into given;
  return jsonb_build_object('outcome', 'saved', 'id', given.id, 'status', given.status, 'updated_at', given.updated_at);
end $$;

create policy "everybody (anon, authenticated) reads images of vouchers that they read" on storage.objects
  for select to anon, authenticated using (
    bucket_id = 'voucher-images' and exists (select from public.vouchers where image_url = '/imagem-voucher/' || objects.name)
  );

-- Art of banners: the table is not readable by visitors, who see it through functions.
create index ads_image_desktop_idx on public.ads (image_desktop) where image_desktop is not null;
create index ads_image_mobile_idx on public.ads (image_mobile) where image_mobile is not null;
create function private.is_approved_art(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ads where image_desktop = '/arte/' || name and status in ('approved', 'paused', 'ended'))
    or exists (select from public.ads where image_mobile = '/arte/' || name and status in ('approved', 'paused', 'ended'))
$$;
comment on function private.is_approved_art(text) is 'Whether a file of bucket ad-art belongs to a banner that was approved.';
grant execute on function private.is_approved_art(text) to anon, authenticated;
create policy "everybody (anon, authenticated) reads the art of approved banners" on storage.objects
  for select to anon, authenticated using (bucket_id = 'ad-art' and private.is_approved_art(name));
create policy "authenticated readers of a banner read its art" on storage.objects
  for select to authenticated using (
    bucket_id = 'ad-art' and exists (select from public.ads where '/arte/' || objects.name in (image_desktop, image_mobile))
  );

-- Issues of the magazine can be favourites too.

alter table public.favourites drop constraint favourites_kind_check;
alter table public.favourites add constraint favourites_kind_check
  check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club', 'event'));

create or replace function private.save_favourites(changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > 500 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the rows of the others.
  perform from public.profiles where id = account for no key update;
  delete from public.favourites as saved
  using jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  where saved.account_id = account and saved.kind = change.kind and saved.entity_id = change.id and not change.favourite;
  insert into public.favourites (account_id, kind, entity_id)
  select account, document.kind, document.entity_id
  from jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  join public.search_documents as document on document.kind = change.kind and document.entity_id = change.id
  where change.favourite and document.kind in ('region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club', 'event')
    and (document.visible_from is null or document.visible_from <= now())
  on conflict do nothing;
  delete from public.favourites where account_id = account and (kind, entity_id) in (
    select kind, entity_id from public.favourites where account_id = account
    order by created_at desc, kind, entity_id offset 500
  );
end $$;

-- What an account keeps as favourite.

create table public.favourites (
  account_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind = any (private.favourite_kinds())),
  entity_id text not null check (char_length(entity_id) between 1 and 64),
  created_at timestamptz not null default now(),
  primary key (account_id, kind, entity_id)
);
comment on table public.favourites is 'Items of the guide that an account saved; written by save_favourites only.';
comment on column public.favourites.entity_id is
  'Id of the item in public.search_documents; an item that is not published stays saved and is not listed.';
alter table public.favourites enable row level security;
grant select on public.favourites to authenticated;
grant all on public.favourites to service_role;
create policy "accounts read their own favourites" on public.favourites
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('favourites', 'account_id', 'account', 'own', 'Favoritos', 'delete', 79);

select private.declare_columns('favourites', 'exported', '{account_id,kind,entity_id,created_at}');

create function private.save_favourites(changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > private.max_favourites() then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the rows of the others.
  perform from public.profiles where id = account for no key update;
  delete from public.favourites as saved
  using jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  where saved.account_id = account and saved.kind = change.kind and saved.entity_id = change.id and
    not change.favourite;
  insert into public.favourites (account_id, kind, entity_id)
  select account, document.kind, document.entity_id
  from jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  join public.search_documents as document on document.kind = change.kind and document.entity_id = change.id
  where change.favourite and document.kind = any (private.favourite_kinds())
    and (document.visible_from is null or document.visible_from <= now())
  on conflict do nothing;
  delete from public.favourites where account_id = account and (kind, entity_id) in (
    select kind, entity_id from public.favourites where account_id = account
    order by created_at desc, kind, entity_id offset private.max_favourites()
  );
end $$;

create function public.save_favourites(changes jsonb) returns void
language sql volatile security invoker set search_path = ''
return private.save_favourites(changes);
comment on function public.save_favourites is
  'Adds and removes favourites of the caller: [{kind, id, favourite}]. An account has private.max_favourites '
  'at most, the oldest are deleted; unknown items are ignored.';
grant execute on function public.save_favourites to authenticated, service_role;

create function public.list_favourites()
returns table (kind text, entity_id text, title text, path text, state_abbr text, translations jsonb)
language sql stable security invoker set search_path = ''
begin atomic
  select saved.kind, saved.entity_id, document.title, document.path, document.state_abbr::text, document.translations
  from public.favourites as saved
  join public.search_documents as document on document.kind = saved.kind and document.entity_id = saved.entity_id
  where saved.account_id = (select private.account_id())
  order by saved.created_at desc, document.title, saved.entity_id;
end;
comment on function public.list_favourites is 'Published favourites of the caller, newest first.';
grant execute on function public.list_favourites to authenticated, service_role;

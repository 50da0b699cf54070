create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'Who changed what. Written only by private.write_audit(), never changed through the API.';
comment on column public.audit_log.actor_id is 'Account that did it, kept after the account is deleted; null for the server.';
comment on column public.audit_log.reason is 'The transaction''s app.audit_reason setting, when the writer gave one.';

create index audit_log_entity_idx on public.audit_log (entity, entity_id, created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_created_at_idx on public.audit_log (created_at desc);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy "access log readers read the audit log" on public.audit_log
  for select to authenticated using ((select private.has_permission('access_log')));

create trigger audit_log_is_append_only before insert or update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_api_role();

-- Arguments: key columns; then, optionally, the only columns that may be logged (comma-separated both).
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  known jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  logged text[];
begin
  -- Migrations, seeds and jobs write as the owner, without an account: nobody to name.
  if (select auth.uid()) is null
    and coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated', 'service_role')
  then
    return null;
  end if;

  select array_agg(key) into logged
  from jsonb_object_keys(old_row || new_row) as key
  where key <> 'updated_at'
    and old_row -> key is distinct from new_row -> key
    and (tg_nargs = 1 or key = any (string_to_array(tg_argv[1], ',')));
  if logged is null then
    return null;
  end if;

  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select auth.uid()),
    lower(tg_op),
    tg_table_name,
    (select string_agg(known ->> part, '/' order by place)
       from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, place)),
    (select jsonb_object_agg(key, value) from jsonb_each(old_row) where key = any (logged)),
    (select jsonb_object_agg(key, value) from jsonb_each(new_row) where key = any (logged)),
    nullif(current_setting('app.audit_reason', true), '')
  );
  return null;
end $$;
comment on function private.write_audit() is 'Writes the changed columns of one row to audit_log.';

-- Personal data stays out: of a profile only what it may do is logged.
create trigger profiles_audit after update on public.profiles
  for each row execute function private.write_audit('id', 'role,permissions,blocked_at');
create trigger role_permissions_audit after insert or update or delete on public.role_permissions
  for each row execute function private.write_audit('role,permission_key');
create trigger permission_definitions_audit after insert or update or delete on public.permission_definitions
  for each row execute function private.write_audit('key');

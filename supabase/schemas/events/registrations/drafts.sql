-- Forms that are not yet sent.

create table public.registration_drafts (
  id uuid primary key,
  request_id uuid not null unique,
  type_id uuid not null references public.event_registration_types (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 40000),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table public.registration_drafts is
  'What a person typed into the form of a registration, without files, for some days. One draft per form and link; it '
  'is deleted when the form is sent.';
comment on column public.registration_drafts.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.registration_drafts.request_id is 'Idempotency key of the form.';
comment on column public.registration_drafts.draft is
  '{values, companions, vehicles}: texts by field name and the number of people and vehicles.';
comment on column public.registration_drafts.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index registration_drafts_type_id_idx on public.registration_drafts (type_id);
create index registration_drafts_email_idx on public.registration_drafts (lower(email));
create index registration_drafts_created_at_idx on public.registration_drafts (created_at);
alter table public.registration_drafts enable row level security;
grant all on public.registration_drafts to service_role;

create trigger registration_drafts_server_columns before insert or update on public.registration_drafts
  for each row execute function private.guard_server_columns('', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('registration_drafts', 'email', 'address', 'own', 'Rascunhos de inscrições', 'delete', 77);

select
  private.declare_columns('registration_drafts', 'exported', '{id,type_id,email,draft,locale,created_at}'),
  private.declare_columns('registration_drafts', 'not_personal', '{request_id}', 'technical key'),
  private.declare_columns('registration_drafts', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('registration_drafts', 'public.registration_drafts', 'created_at', '14 days', 227);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_drafts', 'token_hash', 'null');

create function private.drop_registration_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_drafts where request_id = new.request_id;
  return null;
end $$;
comment on function private.drop_registration_draft is 'Trigger function: a form that was sent needs no draft.';

create trigger event_registrations_draft after insert on public.event_registrations
  for each row execute function private.drop_registration_draft();

create function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  idempotency_key uuid;
begin
  perform private.check_order_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = idempotency_key) then
    return private.gone();
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = idempotency_key;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, idempotency_key, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return private.saved();
end $$;
comment on function private.store_registration_draft is
  'Stores the draft of a form instead of its earlier one and mails the link; gone when the event takes none or the '
  'form was sent.';

create function private.read_registration_draft(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select known.draft || jsonb_build_object('type', known.type_id) from public.registration_drafts as known
  where known.token_hash = private.token_hash(token)
    and known.created_at > now() - make_interval(days => private.draft_link_days())
$$;
comment on function private.read_registration_draft is
  'The draft behind a link; null for a token that does not exist or has ended.';

create function public.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.store_registration_draft(payload, draft_id, token_hash);
comment on function public.store_registration_draft is
  'For the server only, which limits the mails: stores {request_id, type, email, draft, locale} and mails the link '
  'that continues the form.';
grant execute on function public.store_registration_draft to service_role;

create function public.read_registration_draft(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_draft(token);
comment on function public.read_registration_draft is
  'The draft behind a mailed link; null for a token that does not exist or has ended.';
grant execute on function public.read_registration_draft to anon, authenticated, service_role;

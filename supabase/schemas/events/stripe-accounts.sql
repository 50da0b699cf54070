-- Stripe accounts of organisers (Connect, standard accounts): registrations are paid by card to them, without the
-- portal in between.

create table public.stripe_accounts (
  account text primary key check (account ~ '^acct_[A-Za-z0-9]{1,60}$'),
  event_id uuid not null references public.events (id) on delete cascade,
  name text check (name !~ '^\s*$' and char_length(name) <= 80),
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  read_at timestamptz not null default now(),
  disconnected_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.stripe_accounts is
  'Stripe accounts that the people of an event connected, with their state as read from Stripe; written by functions '
  'for the server only.';
comment on column public.stripe_accounts.name is
  'Business name of the account at Stripe, which the payer reads before paying.';
comment on column public.stripe_accounts.read_at is
  'When the state was read from Stripe; an answer that was read earlier never replaces a later one.';
comment on column public.stripe_accounts.disconnected_at is
  'When the organiser disconnected the account from the portal; it never receives again.';
create index stripe_accounts_event_id_idx on public.stripe_accounts (event_id, created_at desc);
create index stripe_accounts_created_by_idx on public.stripe_accounts (created_by);
alter table public.stripe_accounts enable row level security;
grant select on public.stripe_accounts to authenticated;
grant all on public.stripe_accounts to service_role;
create policy "treasurers and financial managers read Stripe accounts" on public.stripe_accounts
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('financials'))
    or event_id in (select private.events_with_right('payments'))
  );
create trigger stripe_accounts_audit after insert or update or delete on public.stripe_accounts
  for each row execute function private.write_audit('account',
    'event_id,name,details_submitted,charges_enabled,disconnected_at');

insert into private.audit_log_permissions (entity, permission) values
  ('stripe_accounts', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('stripe_accounts', 'created_by', 'account', 'work', 'Contas do Stripe que conectou', 'unlink', 177);

select
  private.declare_columns('stripe_accounts', 'exported',
    '{account,event_id,name,details_submitted,charges_enabled,read_at,disconnected_at,created_at}'),
  private.declare_columns('stripe_accounts', 'withheld', '{created_by}', 'the person itself');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('stripe_accounts', 'read_at', 'stays', 'when the account was read from Stripe'),
  ('stripe_accounts', 'disconnected_at', 'stays', 'when the account was disconnected');

create function private.is_live_account(account text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.stripe_accounts as known
    where known.account = is_live_account.account and known.details_submitted and known.charges_enabled
      and known.disconnected_at is null and known.name is not null
  )
$$;
comment on function private.is_live_account is
  'Whether a Stripe account can be paid: complete, enabled by Stripe, connected to the portal and with a name.';

create function private.stripe_account_of(event uuid) returns public.stripe_accounts
language sql stable security definer set search_path = '' as $$
  select known.* from public.stripe_accounts as known
  where known.event_id = stripe_account_of.event and known.disconnected_at is null
  order by known.created_at desc, known.account limit 1
$$;
comment on function private.stripe_account_of is 'The Stripe account that an event connected last; none without one.';

create function private.connect_stripe_account(event uuid, is_new boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.stripe_accounts;
  number bigint;
begin
  perform private.require_recent_proof();
  perform private.require_event_money(event);
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  known := private.stripe_account_of(event);
  -- An account whose form is not finished is continued, also when another one is asked for.
  if known.account is not null and not (coalesce(is_new, false) and known.details_submitted) then
    return private.saved(jsonb_build_object('account', known.account));
  end if;
  number := (select count(*) from public.stripe_accounts where event_id = connect_stripe_account.event);
  if number >= private.stripe_accounts_per_event() then
    return private.refused('limit');
  end if;
  return private.saved(jsonb_build_object('account', null, 'key', 'stripe-account-' || event || '-' || number));
end $$;

create function private.add_stripe_account(event uuid, account text, by uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.stripe_accounts (account, event_id, created_by)
  values (add_stripe_account.account, add_stripe_account.event, add_stripe_account.by)
  on conflict on constraint stripe_accounts_pkey do nothing
$$;

create function private.record_stripe_account(account text, read_at timestamptz, name text, details_submitted boolean,
  charges_enabled boolean, is_disconnected boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.stripe_accounts;
  recipient public.event_recipients;
  was_live boolean;
  is_live boolean;
begin
  select * into existing from public.stripe_accounts as known where known.account = record_stripe_account.account;
  if existing.account is null then
    return 'unknown';
  end if;
  -- The event and its kinds are always locked first, as for every change of a recipient.
  perform private.lock_recipient(existing.event_id);
  select * into existing from public.stripe_accounts as known where known.account = record_stripe_account.account
  for update;
  if existing.disconnected_at is not null
    or not coalesce(is_disconnected, false) and record_stripe_account.read_at < existing.read_at
  then
    return 'unchanged';
  end if;
  was_live := private.is_live_account(existing.account);
  if coalesce(is_disconnected, false) then
    update public.stripe_accounts as known set disconnected_at = now(), charges_enabled = false
    where known.account = existing.account;
  else
    update public.stripe_accounts as known set read_at = record_stripe_account.read_at,
      name = left(nullif(private.typed_line(record_stripe_account.name), ''), 80),
      details_submitted = coalesce(record_stripe_account.details_submitted, false),
      charges_enabled = coalesce(record_stripe_account.charges_enabled, false)
    where known.account = existing.account;
  end if;
  is_live := private.is_live_account(existing.account);
  recipient := private.event_recipient(existing.event_id);
  if was_live <> is_live and recipient.stripe_account = existing.account then
    perform private.extend_holds(existing.event_id);
    if not is_live then
      perform private.tell_about_recipient(existing.event_id, 'event_recipient_stopped', recipient);
    end if;
  end if;
  return case when coalesce(is_disconnected, false) then 'disconnected' when is_live then 'enabled' else 'incomplete' end;
end $$;

create function public.connect_stripe_account(event uuid, is_new boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.connect_stripe_account(event, is_new);
comment on function public.connect_stripe_account is
  'People with the right payments in an event start or continue the form of a Stripe account; needs a recent proof of '
  'identity. Answers saved {account} of the one that exists, saved {account: null, key} with the idempotency key of a '
  'new one, gone, or refused with limit.';
grant execute on function public.connect_stripe_account to authenticated, service_role;

create function public.add_stripe_account(event uuid, account text, by uuid) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.add_stripe_account(event, account, by);
end;
comment on function public.add_stripe_account is
  'For the server only: stores the Stripe account that it created for an event.';
grant execute on function public.add_stripe_account to service_role;

create function public.record_stripe_account(account text, read_at timestamptz, name text default null,
  details_submitted boolean default false, charges_enabled boolean default false,
  is_disconnected boolean default false) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_account(account, read_at, name, details_submitted, charges_enabled, is_disconnected);
comment on function public.record_stripe_account is
  'For the server only: stores the state of a Stripe account as it was read at a time, or that it was disconnected; '
  'mails the owners when the recipient of an event can no longer be paid. Answers unknown, unchanged, enabled, '
  'incomplete or disconnected.';
grant execute on function public.record_stripe_account to service_role;

-- Personal data: the rows and columns that contain it, the copy of an account and its erasure.

-- An account that asks for its erasure may cancel the request for seven days; then the worker erases it.
create table public.account_erasures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table public.account_erasures is 'Accounts that asked to be erased. Written by functions only; the row goes with the account.';
comment on column public.account_erasures.failure is 'Why the last attempt of the worker failed, without personal data.';

create index account_erasures_due_idx on public.account_erasures (due_at);

alter table public.account_erasures enable row level security;
revoke all on public.account_erasures from anon, authenticated;
grant select on public.account_erasures to authenticated;
grant select on public.account_erasures to service_role;

create policy "accounts read their own erasure request, user managers all" on public.account_erasures
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_accounts()));

-- Merging accounts must not move the request to the account that remains.
create function private.keep_erasure_with_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;

create trigger account_erasures_stay before update of user_id on public.account_erasures
  for each row when (new.user_id is distinct from old.user_id) execute function private.keep_erasure_with_account();

create function private.erasure_wait() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;
comment on function private.erasure_wait() is 'How long a request to erase the own account can be taken back; the privacy text names it.';

create function private.has_open_commissions(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commissions where seller_id = seller and status in ('pending', 'approved'))
    or coalesce((select sum(amount_cents) from public.commission_lines where seller_id = seller and paid_at is null), 0) > 0
$$;

create function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  insert into public.account_erasures (user_id, due_at) values (person.id, now() + private.erasure_wait())
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested', jsonb_build_object('date', private.local_date(due, person.locale), 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

create function public.request_account_erasure() returns timestamptz
language sql volatile security invoker set search_path = ''
return private.request_account_erasure();
comment on function public.request_account_erasure() is 'Asks for the own account to be erased and answers when; asking again changes nothing. 55000 for the last superadministrador.';
revoke execute on function public.request_account_erasure() from public, anon;
grant execute on function public.request_account_erasure() to authenticated;

create function private.cancel_account_erasure() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from public.account_erasures where user_id = (select private.account_id()) returning user_id into person;
  if person is null then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id) values (person, 'delete', 'account_erasures', person::text);
  perform private.enqueue_mail(users.email::text, 'account_erasure_cancelled', jsonb_build_object('path', '/painel'), profiles.locale)
  from auth.users as users join public.profiles on profiles.id = users.id where users.id = person and users.email is not null;
  return true;
end $$;

create function public.cancel_account_erasure() returns boolean
language sql volatile security invoker set search_path = ''
return private.cancel_account_erasure();
comment on function public.cancel_account_erasure() is 'Takes the own request back; false when there is none any more.';
revoke execute on function public.cancel_account_erasure() from public, anon;
grant execute on function public.cancel_account_erasure() to authenticated;

create function private.local_date(moment timestamptz, locale text) returns text
language sql stable set search_path = '' as $$
  select to_char(moment at time zone 'America/Sao_Paulo', case when locale = 'en-US' then 'YYYY-MM-DD' else 'DD/MM/YYYY' end)
$$;
comment on function private.local_date(timestamptz, text) is 'A day for a mail, in Brazilian time.';

create function private.refuse_last_superadministrador(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = account and role = 'superadministrador')
    and not exists (select from public.profiles where id <> account and role = 'superadministrador' and blocked_at is null)
  then
    raise exception 'the last superadministrador cannot be erased' using errcode = '55000';
  end if;
end $$;

-- Which rows and columns hold data of a person. The copy of an account and its erasure are made from these two tables;
-- a database test compares them with the schema, so that a new table or column has to be declared.
create table private.personal_rows (
  relation text not null,
  column_name text not null,
  matched_by text not null check (matched_by in ('account', 'address', 'seller', 'sale', 'session')),
  kind text not null check (kind in ('own', 'work')),
  title text not null,
  at_erasure text not null check (at_erasure in ('delete', 'unlink', 'clear', 'keep')),
  reason text,
  hidden text[] not null default '{}',
  place integer generated always as identity,
  primary key (relation, column_name),
  constraint kept_rows_have_a_reason check (at_erasure <> 'keep' or reason is not null)
);
comment on table private.personal_rows is 'How the rows of a person are found. own: the row is about the person. work: the person did something to a row that is not.';
comment on column private.personal_rows.matched_by is 'account: id of the account. address: its confirmed e-mail. seller: id of its seller. sale: a sale to its e-mail. session: an open session.';
comment on column private.personal_rows.at_erasure is 'delete: the row goes. unlink: the key becomes null (by its foreign key). clear: this column becomes null. keep: for the reason given.';
comment on column private.personal_rows.hidden is 'Columns about somebody else that this way to the row does not export.';

alter table private.personal_rows enable row level security;

create table private.personal_columns (
  relation text not null,
  column_name text not null,
  treatment text not null check (treatment in ('exported', 'withheld', 'not_personal')),
  reason text,
  primary key (relation, column_name),
  constraint other_treatments_have_a_reason check (treatment = 'exported' or reason is not null)
);
comment on table private.personal_columns is 'Every column of a table with rows of people, and "*" for a table without; names of persons, addresses and keys to accounts one by one.';

alter table private.personal_columns enable row level security;

create function private.declare_columns(relation text, treatment text, columns text[], reason text default null) returns void
language sql volatile set search_path = '' as $$
  insert into private.personal_columns (relation, column_name, treatment, reason)
  select declare_columns.relation, name, declare_columns.treatment, declare_columns.reason from unnest(columns) as name
  on conflict (relation, column_name) do update set treatment = excluded.treatment, reason = excluded.reason
$$;
comment on function private.declare_columns(text, text, text[], text) is 'For migrations: declares columns of private.personal_columns. treatment: exported, withheld or not_personal.';

-- The copy of an account ("Baixar meus dados"), made from the registry: one function for the person and for user managers.
create function private.person_condition(rule private.personal_rows) returns text
language sql stable set search_path = '' as $$
  select case rule.matched_by
    when 'account' then format('row.%I = $1', rule.column_name)
    when 'address' then format('lower(row.%I) = lower($2)', rule.column_name)
    when 'seller' then format('row.%I in (select id from public.sellers where user_id = $1)', rule.column_name)
    when 'session' then format('row.%I in (select id from auth.sessions where user_id = $1)', rule.column_name)
    when 'sale' then format('row.%I in (select id from public.sales where lower(client_email) = lower($2))', rule.column_name)
  end
$$;
comment on function private.person_condition(private.personal_rows) is 'Condition on a row; $1 is the account, $2 its e-mail or null.';

create function private.relation_of(rule private.personal_rows) returns regclass
language sql stable set search_path = '' as $$
  select to_regclass(case when rule.relation like '%.%' then rule.relation else 'public.' || quote_ident(rule.relation) end)
$$;
comment on function private.relation_of(private.personal_rows) is 'The table of a line of the registry; null where a later migration has not made it yet.';

create function private.person_rows(rule private.personal_rows, account uuid, address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := private.relation_of(rule);
  left_out text[] := rule.hidden || array(
    select attname::text from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and not exists (
      select from private.personal_columns as known
      where known.relation = rule.relation and known.column_name = attname and known.treatment = 'exported'
    )
  );
  rows jsonb;
begin
  if relation is null then
    return null;
  end if;
  if rule.kind = 'work' then
    execute format('select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(''id'', to_jsonb(row) -> ''id'', ''at'', to_jsonb(row) -> ''created_at''))) from %s as row where %s', relation, private.person_condition(rule))
      into rows using account, address;
  else
    execute format('select jsonb_agg(to_jsonb(row) - $3) from %s as row where %s', relation, private.person_condition(rule))
      into rows using account, address, left_out;
  end if;
  return rows;
end $$;
comment on function private.person_rows(private.personal_rows, uuid, text) is 'What one line of the registry exports; null without rows. A column nobody declared is not exported.';

create function private.rows_of_account(account uuid, address text, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(rule.relation || '.' || rule.column_name, found.rows), '{}')
  from private.personal_rows as rule, private.person_rows(rule, account, address) as found (rows)
  where rule.kind = rows_of_account.kind and found.rows is not null
$$;
comment on function private.rows_of_account(uuid, text, text) is 'Rows of an account and, where an address is given, those with this e-mail: {"table.column": [rows]}.';

create function private.files_of_account(account uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', objects.bucket_id, 'name', objects.name, 'type', objects.metadata ->> 'mimetype', 'bytes', objects.metadata -> 'size', 'created_at', objects.created_at) order by objects.created_at, objects.name), '[]')
  from storage.objects as objects
  where to_jsonb(objects) ->> 'owner_id' = account::text or to_jsonb(objects) ->> 'owner' = account::text
    or (objects.bucket_id = 'request-photos' and objects.name in (
      select unnest(private.payload_photos(payload)) from public.service_requests where lower(requester_email) = lower(address)))
    or (objects.bucket_id = 'sales-assets' and objects.name in (
      select seller_signature_url from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = account
      union all select client_signature_url from public.sales where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'payment-receipts' and objects.name in (
      select receipt_path from public.payments join public.sales on sales.id = payments.subject_id where lower(client_email) = lower(address)))
$$;
comment on function private.files_of_account(uuid, text) is 'Stored files of a person: uploaded with the account, sent with a request, signatures and receipts.';

-- Tables of the auth server differ between hosted Supabase and the embedded backend: rows are read as JSON and known keys taken.
create function private.auth_rows(relation text, account uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rows jsonb;
begin
  if to_regclass(relation) is null then
    return '[]';
  end if;
  execute format(
    'select coalesce(jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(row)) where key = any ($2))), ''[]'') from %s as row where row.user_id = $1',
    to_regclass(relation)
  ) into rows using account, keys;
  return rows;
end $$;

-- The erasure of an account: one function for the person's own request and for user managers.
create function private.erase_rows(account uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.personal_rows;
begin
  for rule in
    select * from private.personal_rows
    where kind = 'own' and at_erasure in ('delete', 'clear') and relation <> 'profiles' and private.relation_of(personal_rows) is not null order by place
  loop
    execute format(
      case rule.at_erasure when 'delete' then 'delete from %s as row where %s' else 'update %s as row set %3$I = null where %2$s' end,
      private.relation_of(rule), private.person_condition(rule), rule.column_name
    ) using account, address;
  end loop;
end $$;
comment on function private.erase_rows(uuid, text) is 'Deletes or clears what the registry declares; rows found by e-mail only where an address is given.';

create function private.end_auth_account(account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = account::text;
  if to_regclass('auth.flow_state') is not null then
    execute 'delete from auth.flow_state where user_id::text = $1' using account::text;
  end if;
  -- Sessions, identities, second factors and the profile follow through their foreign keys.
  delete from auth.users where id = account;
  if exists (select from auth.users where id = account) or exists (select from public.profiles where id = account) then
    raise exception 'the account is still there' using errcode = '55000';
  end if;
end $$;

create function private.erase_account(account uuid, actor uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  mail_address text;
  proven_address text;
  seller uuid;
begin
  select * into person from public.profiles where id = account for update;
  if person.id is null then
    raise exception 'no such account' using errcode = '22023';
  end if;
  perform private.refuse_last_superadministrador(account);
  mail_address := (select email from auth.users where id = account);
  -- An unverified address may belong to another person, and so may the rows that contain it.
  proven_address := case when person.email_verified_at is not null then mail_address end;
  seller := (select id from public.sellers where user_id = account);
  perform set_config('app.audit_reason', 'LGPD', true);
  perform private.erase_rows(account, proven_address);
  perform private.end_auth_account(account);
  if seller is not null and private.is_seller_without_business(seller) then
    delete from public.sellers where id = seller;
  end if;
  if mail_address is not null then
    perform private.enqueue_mail(mail_address, 'account_erased', '{}', person.locale);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, reason)
  values (actor, 'delete', 'profiles', account::text, jsonb_build_object('role', person.role), 'LGPD');
end $$;
comment on function private.erase_account(uuid, uuid) is 'Erases an account in one transaction; the audit line, without personal data, comes after the deed.';

create function private.erase_next_account() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  select user_id into account from public.account_erasures
  where due_at <= now() and (failed_at is null or failed_at < now() - interval '1 hour')
  order by due_at limit 1 for update skip locked;
  if account is null then
    return null;
  end if;
  begin
    perform private.erase_account(account, account);
  exception when others then
    -- The job continues with the others; this one is retried in an hour.
    update public.account_erasures set failed_at = now(), failure = sqlstate || ' ' || left(sqlerrm, 200) where user_id = account;
  end;
  return account;
end $$;

create function public.erase_next_account() returns uuid
language sql volatile security invoker set search_path = ''
return private.erase_next_account();
comment on function public.erase_next_account() is 'For the worker only: erases one account whose waiting time is over and answers its id; null when none is left.';
revoke execute on function public.erase_next_account() from public, anon, authenticated;
grant execute on function public.erase_next_account() to service_role;

create function private.delete_account(account uuid, typed_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = account and lower(email) = lower(btrim(typed_email))) then
    raise exception 'the e-mail does not confirm the account' using errcode = '22023';
  end if;
  perform private.erase_account(account, (select private.account_id()));
end $$;

-- Cannot be undone, so a call through REST needs a recent proof of identity too.
create function public.delete_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.delete_account(account, typed_email);
end;
comment on function public.delete_account(uuid, text) is
  'Erases an account below the caller''s rank. Refused with 42501 (rank), 28000 (no recent proof) or 22023 (the e-mail is another).';
revoke execute on function public.delete_account(uuid, text) from public, anon;
grant execute on function public.delete_account(uuid, text) to authenticated;

-- `hidden`: the copy for one party of a sale contains no personal data of the other.
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, hidden) values
  ('profiles', 'id', 'account', 'own', 'Perfil e preferências', 'delete', null, '{}'),
  ('account_erasures', 'user_id', 'account', 'own', 'Pedido de exclusão da conta', 'delete', null, '{}'),
  ('legal_acknowledgements', 'user_id', 'account', 'own', 'Textos legais lidos', 'delete', null, '{}'),
  ('private.session_activity', 'session_id', 'session', 'own', 'Última atividade das sessões abertas', 'delete', null, '{}'),
  ('private.recovery_codes', 'user_id', 'account', 'own', 'Códigos de recuperação', 'delete', null, '{}'),
  ('private.recovery_code_tries', 'user_id', 'account', 'own', 'Tentativas com códigos de recuperação', 'delete', null, '{}'),
  ('access_logs', 'user_id', 'account', 'own', 'Entradas e tentativas de entrada', 'unlink', null, '{}'),
  ('page_views', 'user_id', 'account', 'own', 'Páginas vistas com a conta', 'unlink', null, '{}'),
  ('notifications', 'user_id', 'account', 'own', 'Avisos recebidos', 'delete', null, '{}'),
  ('push_subscriptions', 'user_id', 'account', 'own', 'Aparelhos com avisos ligados', 'delete', null, '{}'),
  ('saved_views', 'user_id', 'account', 'own', 'Filtros salvos no painel', 'delete', null, '{}'),
  ('state_assignments', 'user_id', 'account', 'own', 'Estados sob responsabilidade', 'delete', null, '{}'),
  ('app_reviews', 'user_id', 'account', 'own', 'Avaliação do portal', 'delete', null, '{}'),
  ('app_reviews', 'contact', 'address', 'own', 'Avaliação do portal com este e-mail', 'delete', null, '{}'),
  ('trip_panel_requests', 'user_id', 'account', 'own', 'Pedidos de painel de viagem', 'delete', null, '{}'),
  ('trip_panel_requests', 'email', 'address', 'own', 'Pedidos de painel de viagem com este e-mail', 'delete', null, '{}'),
  ('service_requests', 'requester_email', 'address', 'own', 'Pedidos sobre lugares e clubes', 'delete', null, '{}'),
  ('ad_leads', 'email', 'address', 'own', 'Contato de anunciante', 'delete', null, '{}'),
  ('reports', 'reporter_email', 'address', 'own', 'Erros relatados', 'clear', null, '{}'),
  ('takedown_requests', 'email', 'address', 'own', 'Pedidos de retirada de conteúdo', 'keep', 'Proof in a dispute about the work (LGPD, articles 7 VI and 16 I); deleted five years after the decision.', '{}'),
  ('sellers', 'user_id', 'account', 'own', 'Cadastro de vendedor', 'unlink', null, '{}'),
  ('seller_commission_rates', 'seller_id', 'seller', 'own', 'Percentuais de comissão', 'keep', 'Part of contracts and payouts; deleted with the last sale.', '{}'),
  ('sales', 'seller_id', 'seller', 'own', 'Vendas feitas', 'keep', 'Contract and tax record; deleted five years after the year it ended in.',
    '{client_company_name,client_contact_name,client_email,client_phone,client_signature_url,client_document,client_signed_name,client_signed_with}'),
  ('commissions', 'seller_id', 'seller', 'own', 'Comissões', 'keep', 'Tax record; deleted with the sale.', '{}'),
  ('commission_payouts', 'seller_id', 'seller', 'own', 'Pagamentos de comissão', 'keep', 'Tax record; deleted with the last sale it paid.', '{}'),
  ('sales', 'client_email', 'address', 'own', 'Compras de anúncio', 'keep', 'Contract and tax record; deleted five years after the year it ended in.', '{seller_signature_url,commission_percentage,seller_document,signed_with}'),
  ('payments', 'subject_id', 'sale', 'own', 'Pagamentos', 'keep', 'Tax record; deleted with the sale.', '{}'),
  ('commission_lines', 'seller_id', 'seller', 'own', 'Extrato de comissões', 'keep', 'Tax record; deleted with the sale.', '{}');

-- Work of the team: the copy of an account lists what was touched and when, not the rows, which may be about others.
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure)
select work.relation, work.column_name, 'account', 'work', 'Trabalho na equipe', 'unlink' from (values
  ('service_requests', 'assigned_to'), ('service_requests', 'decided_by'), ('trip_panel_requests', 'assigned_to'), ('trip_panel_requests', 'decided_by'),
  ('ad_leads', 'assigned_to'), ('ad_leads', 'decided_by'), ('takedown_requests', 'assigned_to'), ('takedown_requests', 'decided_by'),
  ('reports', 'decided_by'), ('app_reviews', 'decided_by'), ('admin_tasks', 'assigned_to'), ('approval_tokens', 'created_by'),
  ('media_assets', 'uploaded_by'), ('algorithm_settings', 'created_by'), ('backups', 'created_by'), ('repair_jobs', 'created_by'),
  ('notification_campaigns', 'created_by'), ('sellers', 'decided_by'), ('seller_commission_rates', 'created_by'), ('payments', 'confirmed_by'),
  ('commission_payouts', 'paid_by'), ('ads', 'decided_by'), ('duplicate_verdicts', 'decided_by')
) as work (relation, column_name);

select
  private.declare_columns('profiles', 'exported', '{id,role,username,permissions,full_name,phone,home_state,locale,theme,marketing_opt_in,terms_accepted_at,email_verified_at,blocked_at,created_at,updated_at,notify_in_app}'),
  private.declare_columns('profiles', 'not_personal', '{search_name}', 'made from username and full_name'),
  private.declare_columns('account_erasures', 'exported', '{user_id,requested_at,due_at}'),
  private.declare_columns('account_erasures', 'not_personal', '{failed_at,failure}', 'state of the worker'),
  private.declare_columns('legal_acknowledgements', 'exported', '{user_id,document_key,version,acknowledged_at}'),
  private.declare_columns('access_logs', 'exported', '{id,user_id,event,address_hash,device,created_at}'),
  private.declare_columns('page_views', 'exported', '{id,page_path,user_id,locale,state_abbr,referrer_host,created_at}'),
  private.declare_columns('notifications', 'exported', '{id,user_id,campaign_id,title,body,link,read_at,created_at}'),
  private.declare_columns('notifications', 'not_personal', '{translations}', 'the same notice in other languages'),
  private.declare_columns('push_subscriptions', 'exported', '{id,user_id,endpoint,locale,created_at,last_sent_at}'),
  private.declare_columns('push_subscriptions', 'withheld', '{p256dh,auth}', 'keys that would let anybody send to the device'),
  private.declare_columns('saved_views', 'exported', '{id,user_id,resource,name,query,created_at}'),
  private.declare_columns('state_assignments', 'exported', '{id,state_abbr,user_id,duty,note,created_at,updated_at}'),
  private.declare_columns('state_assignments', 'not_personal', '{search_name}', 'made from other columns'),
  private.declare_columns('app_reviews', 'exported', '{id,user_id,rating,nps,topic,text,name,contact,publish_ok,app_version,device,status,reply,created_at,updated_at,decided_at}'),
  private.declare_columns('app_reviews', 'withheld', '{decided_by}', 'another person: who answered'),
  private.declare_columns('trip_panel_requests', 'exported', '{id,protocol,user_id,name,email,phone,delivery_kind,start_on,end_on,origin,destination,states,cars,people,vehicles,km_per_day,budget,interests,needs_lodging,by_whatsapp,notes,status,status_note,created_at,updated_at,decided_at,locale,answer_link}'),
  private.declare_columns('trip_panel_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('service_requests', 'exported', '{id,protocol,kind,payload,service_id,requester_name,requester_email,requester_phone,state_abbr,status,status_note,created_at,updated_at,decided_at,result_table,result_id,locale,adjust_asked_at}'),
  private.declare_columns('service_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('service_requests', 'not_personal', '{undo}', 'what a page of the guide said before'),
  private.declare_columns('ad_leads', 'exported', '{id,protocol,company,contact_name,email,phone,state_abbr,interest,message,seller_ref,status,status_note,created_at,updated_at,decided_at,locale}'),
  private.declare_columns('ad_leads', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('reports', 'exported', '{id,subject_type,subject_id,reason,text,page_path,reporter_email,status,status_note,created_at,updated_at,decided_at,locale}'),
  private.declare_columns('reports', 'withheld', '{decided_by}', 'another person: who answered'),
  private.declare_columns('takedown_requests', 'exported', '{id,protocol,url,claimant_name,email,phone,reason,evidence,status,status_note,created_at,updated_at,decided_at,locale}'),
  private.declare_columns('takedown_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('sellers', 'exported', '{id,user_id,full_name,document,phone,city,states,experience,pix_key,commission_percentage,status,status_note,terms_accepted_at,decided_at,approved_at,created_at,updated_at,erased_at,pix_key_type}'),
  private.declare_columns('sellers', 'withheld', '{decided_by}', 'another person: who approved'),
  private.declare_columns('seller_commission_rates', 'exported', '{id,seller_id,percentage,starts_on,created_at}'),
  private.declare_columns('seller_commission_rates', 'withheld', '{created_by}', 'another person: who set the rate'),
  private.declare_columns('sales', 'exported', '{id,number,seller_id,plan_id,client_company_name,client_contact_name,client_email,client_phone,start_date,end_date,payment_status,seller_signature_url,client_signature_url,plan_name,plan_type,price_cents,currency,duration_days,placements,states_limit,commission_percentage,terms_version,terms_accepted_at,contract_sha256,signed_with,payment_id,paid_at,cancelled_at,cancel_reason,created_at,updated_at}'),
  private.declare_columns('sales', 'exported', '{client_document,seller_name,seller_document,portal_party,is_remote_signing,client_signed_name,client_signed_with}'),
  private.declare_columns('sales', 'not_personal', '{stripe_price_id,client_request_id}', 'technical key'),
  private.declare_columns('sales', 'not_personal', '{seller_file_sha256,client_file_sha256,client_address_hash}', 'keyed or plain hash, part of the record of a signature'),
  private.declare_columns('commissions', 'exported', '{id,sale_id,seller_id,amount_cents,status,approved_at,paid_at,reversed_at,payout_id,created_at,updated_at,held_cents}'),
  private.declare_columns('commission_lines', 'exported', '{id,sale_id,seller_id,kind,amount_cents,payout_id,paid_at,created_at}'),
  private.declare_columns('commission_payouts', 'exported', '{id,seller_id,total_cents,commissions,note,paid_at}'),
  private.declare_columns('commission_payouts', 'withheld', '{paid_by}', 'another person: who paid'),
  private.declare_columns('payments', 'exported', '{id,subject_type,subject_id,method,amount_cents,currency,status,provider,receipt_path,receipt_sent_at,refunded_cents,needs_refund,note,paid_at,expires_at,created_at,updated_at,completed_at,disputed_cents,dispute_status,dispute_due_at,refund_failed_cents}'),
  private.declare_columns('payments', 'withheld', '{confirmed_by}', 'another person: who confirmed'),
  private.declare_columns('payments', 'withheld', '{checkout_url,pix_payload}', 'opens a payment for anybody who holds it'),
  private.declare_columns('payments', 'not_personal', '{provider_ref,payment_intent,pix_txid}', 'key of the payment at its provider'),
  private.declare_columns('private.session_activity', 'exported', '{session_id,seen_at}'),
  private.declare_columns('private.recovery_codes', 'exported', '{id,user_id,used_at,created_at}'),
  private.declare_columns('private.recovery_codes', 'withheld', '{code_hash}', 'takes the place of the second factor'),
  private.declare_columns('private.recovery_code_tries', 'exported', '{id,user_id,created_at}'),
  private.declare_columns('approval_tokens', 'withheld', '{decided_name,ip_hash}', 'of a person who decided by a link without an account: no key leads from an account to it; answered by the person in charge'),
  private.declare_columns('approval_tokens', 'withheld', '{created_by}', 'listed as work of the team'),
  private.declare_columns('approval_tokens', 'not_personal', '{id,token_hash,subject_kind,subject_id,expires_at,used_at,revoked_at,decision,reason,created_at,updated_at}', 'about the link'),
  private.declare_columns('audit_log', 'withheld', '{actor_id,action,entity,entity_id,before,after,reason,created_at,id}', 'listed as changes_by_the_account and changes_of_the_account; before and after of other rows may be about others');

-- Tables without rows of people; what looks personal in them is declared column by column.
insert into private.personal_columns (relation, column_name, treatment, reason)
select relation, '*', 'not_personal', reason from (values
  ('page_view_daily', 'sums'), ('page_source_daily', 'sums'), ('ad_daily_stats', 'sums'),
  ('error_reports', 'message and page of an error, without account'), ('health_checks', 'checks of the system'),
  ('admin_tasks', 'work of the team'), ('media_assets', 'pictures of the guide'), ('algorithm_settings', 'weights'), ('backups', 'list of backups'),
  ('repair_jobs', 'list of repairs'), ('notification_campaigns', 'notices to many'), ('ads', 'banners of companies'), ('ad_placements', 'places of banners'), ('link_tokens', 'links of sales and banners: hash, version and dates'), ('private.backup_secrets', 'names of columns'),
  ('duplicate_verdicts', 'verdicts about rows of the guide'), ('payment_webhook_events', 'ids, states and amounts without the payer'),
  ('api_keys', 'services the portal uses'), ('app_settings', 'settings'), ('payment_settings', 'settings of the company'), ('roles', 'names of roles'), ('role_permissions', 'matrix of roles'),
  ('permission_definitions', 'names of permissions'), ('legal_documents', 'published texts'), ('website_contents', 'published texts'), ('faqs', 'published texts'),
  ('glossary_terms', 'published texts'), ('blog_posts', 'published texts'), ('blog_categories', 'published texts'), ('magazines', 'published texts'), ('magazine_pages', 'published texts'),
  ('checklist_templates', 'published texts'), ('checklist_template_items', 'published texts'), ('form_templates', 'models of forms'), ('form_template_versions', 'models of forms'),
  ('publication_plans', 'plans and prices'), ('sale_terms', 'published terms'), ('states', 'guide'), ('cities', 'guide'), ('city_photos', 'guide'), ('state_contents', 'guide'),
  ('regions', 'guide'), ('region_waypoints', 'guide'), ('services', 'guide'), ('service_categories', 'guide'), ('photo_points', 'guide'), ('clubs', 'guide'),
  ('emergency_contacts', 'guide'), ('tolls', 'guide'), ('toll_prices', 'guide'), ('radio_stations', 'guide'), ('redirects', 'addresses of the portal'), ('search_documents', 'index of the guide'),
  ('private.file_deletions', 'names of files to delete'), ('private.retention_rules', 'terms'), ('private.personal_rows', 'this registry'), ('private.personal_columns', 'this registry'),
  ('private.page_view_rollup', 'a date'), ('private.publication', 'a date'), ('private.seed_state', 'state of the seed'), ('private.seeded_rows', 'state of the seed'), ('private.trail_permissions', 'matrix'),
  ('private.outbox', 'work that waits seconds for the worker; a mail holds its recipient'), ('private.workers', 'processes'), ('private.job_schedules', 'schedules'),
  ('private.answered_requests', 'which request was answered and when; by whom is in the request'), ('private.announced_ends', 'which banner''s end was announced'),
  ('payment_entries', 'amounts of payments, which are in the copy themselves'), ('private.payment_notices', 'texts of notices'),
  ('records.duplicate_pairs', 'guide'), ('records.duplicate_sources', 'guide')
) as plain (relation, reason);

select
  private.declare_columns(relation, 'withheld', array[column_name], 'listed as work of the team')
from private.personal_rows where kind = 'work' and not exists (
  select from private.personal_columns as known where known.relation = personal_rows.relation and known.column_name = personal_rows.column_name
);

select private.declare_columns(relation, 'not_personal', '{name}', 'name of a thing, not of a person') from unnest(array[
  'api_keys', 'blog_categories', 'cities', 'clubs', 'emergency_contacts', 'form_templates', 'health_checks', 'photo_points', 'private.file_deletions', 'publication_plans',
  'radio_stations', 'region_waypoints', 'regions', 'roles', 'service_categories', 'services', 'states', 'tolls'
]) as relation;

select
  private.declare_columns('services', 'not_personal', '{phone,whatsapp,address}', 'public contact of a place'),
  private.declare_columns('emergency_contacts', 'not_personal', '{phone}', 'public telephone'),
  private.declare_columns('tolls', 'not_personal', '{operator_phone}', 'public telephone'),
  private.declare_columns('toll_prices', 'not_personal', '{toll_name}', 'name of a thing, not of a person'),
  private.declare_columns('blog_posts', 'not_personal', '{author_name}', 'published credit; the author agreed to it'),
  private.declare_columns('private.backup_secrets', 'not_personal', '{table_name,column_name}', 'name of a thing, not of a person'),
  private.declare_columns('private.outbox', 'not_personal', '{data}', 'emptied within seconds by the worker');

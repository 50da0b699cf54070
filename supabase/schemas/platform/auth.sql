-- Roles, permissions, profiles, the audit log, and the functions about the caller that policies use.

-- A session counts only while it is open, has passed the second factor where one is required, and (for staff) is
-- neither idle nor too old. Policies and functions ask private.account_id(), which checks this.
create table private.session_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table private.session_activity is
  'Time of the last page or action that the site served to a session, with a precision of one minute.';

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('private.session_activity', 'session_id', 'session', 'own', 'Última atividade das sessões abertas', 'delete', 4);

select private.declare_columns('private.session_activity', 'exported', '{session_id,seen_at}');

create table public.roles (
  name text primary key,
  rank integer not null unique,
  label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.roles is 'The six roles of lib/platform/auth/permissions.ts; changed by migration only.';
alter table public.roles enable row level security;
grant select on public.roles to anon, authenticated;
grant all on public.roles to service_role;

insert into public.roles (name, rank, label) values
  ('user', 1, 'Usuário'),
  ('vendedor', 2, 'Vendedor'),
  ('editor', 3, 'Editor'),
  ('admin', 4, 'Administrador'),
  ('main_admin', 5, 'Administrador principal'),
  ('superadministrador', 6, 'Superadministrador');

create function private.account_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_is_live() then
    return auth.uid();
  end if;
  return null;
end $$;
comment on function private.account_id is
  'Returns the account of the caller while its session is live, null otherwise; policies and functions use this '
  'instead of auth.uid().';

create policy "signed-in accounts read the roles" on public.roles
  for select to authenticated using ((select private.account_id()) is not null);
create trigger roles_touch before update on public.roles
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('roles', 'not_personal', '{*}', 'names of roles'),
  private.declare_columns('roles', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.permission_definitions (
  key text primary key check (key ~ '^[a-z_]{1,60}$'),
  area text not null check (area = any (private.menu_sections())),
  label text not null,
  description text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.permission_definitions is 'Permissions with their label and description for the admin page.';
alter table public.permission_definitions enable row level security;
grant select on public.permission_definitions to anon;
grant select, insert, update, delete on public.permission_definitions to authenticated;
grant all on public.permission_definitions to service_role;

-- No cascade: deleting a definition would take the permission from roles above that of the caller.
create table public.role_permissions (
  role text not null references public.roles (name) on update cascade,
  permission_key text not null references public.permission_definitions (key),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (role, permission_key)
);
comment on table public.role_permissions is
  'Permissions of each role; profiles.permissions adds permissions to a single account.';
create index role_permissions_permission_key_idx on public.role_permissions (permission_key);
alter table public.role_permissions enable row level security;
grant select on public.role_permissions to anon;
grant select, insert, update, delete on public.role_permissions to authenticated;
grant all on public.role_permissions to service_role;

-- Every role from the named one upwards holds the permission.
with default_permission (key, area, label, description, lowest_role) as (
  values
    ('dashboard', 'geral', 'Painel administrativo', 'Abrir o painel e ver os números do dia.', 'editor'),
    ('blog', 'conteudo', 'Blog', 'Escrever, publicar e retirar artigos.', 'editor'),
    ('magazine', 'conteudo', 'Revista', 'Publicar edições da revista digital.', 'editor'),
    ('state_content', 'conteudo', 'Conteúdo dos estados', 'Editar textos, rotas e paradas de cada estado.', 'editor'),
    ('photo_points', 'conteudo', 'Pontos fotográficos', 'Cadastrar e aprovar pontos fotográficos.', 'editor'),
    ('website_content', 'conteudo', 'Conteúdo do site', 'Editar os textos das páginas do portal.', 'editor'),
    ('events', 'eventos', 'Gerenciar eventos', 'Criar, aprovar e editar eventos.', 'editor'),
    ('event_checkin', 'eventos', 'Check-in de eventos', 'Registrar entradas em eventos.', 'editor'),
    ('clubs', 'comunidade', 'Clubes', 'Cadastrar e aprovar clubes.', 'editor'),
    ('ads', 'comercial', 'Anúncios rotativos', 'Gerenciar os anúncios exibidos no portal.', 'editor'),
    ('services', 'comunidade', 'Serviços', 'Cadastrar e editar serviços do guia.', 'editor'),
    ('vouchers', 'comercial', 'Vouchers', 'Criar e acompanhar vouchers de desconto.', 'editor'),
    ('voucher_checkin', 'comercial', 'Validação de vouchers', 'Dar baixa em vouchers apresentados.', 'editor'),
    ('city_gallery', 'conteudo', 'Galeria das cidades', 'Enviar e ordenar fotos das cidades.', 'editor'),
    ('analytics', 'geral', 'Analytics', 'Ver as visitas às páginas.', 'admin'),
    ('event_checkin_usage', 'eventos', 'Uso do check-in', 'Acompanhar dispositivos e operadores do check-in.', 'admin'),
    ('event_contracts', 'eventos', 'Contratos de eventos', 'Gerar e acompanhar contratos de participantes.', 'admin'),
    ('certificates', 'eventos', 'Certificados', 'Emitir e revogar certificados.', 'admin'),
    ('certificate_templates', 'eventos', 'Modelos de certificados', 'Desenhar os modelos de certificados.', 'admin'),
    ('event_ai_ads', 'eventos', 'AI ads', 'Preparar textos de divulgação de eventos.', 'admin'),
    ('event_prospecting', 'eventos', 'Prospecção', 'Acompanhar contatos de organizadores e patrocinadores.', 'admin'),
    ('event_synergy', 'eventos', 'Sinergia', 'Ver conflitos e oportunidades entre eventos.', 'admin'),
    ('notifications', 'comunidade', 'Notificações', 'Enviar avisos aos usuários.', 'admin'),
    ('app_reviews', 'comunidade', 'Avaliações do app', 'Ler e responder avaliações do aplicativo.', 'admin'),
    ('service_requests', 'comunidade', 'Solicitações de serviço',
      'Analisar pedidos de inclusão e correção de serviços.', 'admin'),
    ('reviews', 'comunidade', 'Avaliações', 'Moderar avaliações de lugares e rotas.', 'admin'),
    ('maintenance_reminders', 'comunidade', 'Lembretes de manutenção', 'Editar os lembretes sugeridos aos viajantes.',
      'admin'),
    ('management', 'geral', 'Gestão', 'Acompanhar as tarefas da equipe.', 'admin'),
    ('financials', 'comercial', 'Financeiro', 'Ver vendas, pagamentos e comissões.', 'main_admin'),
    ('users', 'comunidade', 'Usuários', 'Ver as contas, mudar papéis e bloquear.', 'main_admin'),
    ('advertising_plans', 'comercial', 'Planos de publicidade', 'Definir planos e preços.', 'main_admin'),
    ('sellers', 'comercial', 'Vendedores', 'Aprovar vendedores e definir comissões.', 'main_admin'),
    ('settings', 'sistema', 'Configurações', 'Alterar as configurações gerais.', 'main_admin'),
    ('portal_settings', 'sistema', 'Configurações do portal', 'Alterar logotipo, contatos e redes sociais.',
      'main_admin'),
    ('api_keys', 'sistema', 'APIs', 'Gerenciar as integrações com outros sistemas.', 'main_admin'),
    ('service_categories', 'comunidade', 'Categorias de serviço', 'Organizar as categorias de serviços.', 'main_admin'),
    ('all_cities', 'conteudo', 'Cidades', 'Editar os dados dos municípios.', 'main_admin'),
    ('tolls', 'conteudo', 'Pedágios', 'Cadastrar praças e tarifas de pedágio.', 'main_admin'),
    ('form_templates', 'eventos', 'Templates de contrato', 'Editar formulários e modelos de contrato.', 'main_admin'),
    ('payment_settings', 'comercial', 'Configurações de pagamento', 'Configurar cartão e Pix.', 'main_admin'),
    ('city_installer', 'conteudo', 'Instalador de cidades', 'Publicar cidades em lote.', 'main_admin'),
    ('system_algorithms', 'sistema', 'Algoritmos', 'Ajustar os pesos dos cálculos do portal.', 'main_admin'),
    ('permissions', 'sistema', 'Permissões', 'Definir o que cada papel pode fazer.', 'superadministrador'),
    ('system_health', 'sistema', 'Saúde do sistema', 'Ver o estado dos componentes e os erros.', 'superadministrador'),
    ('system_backup', 'sistema', 'Backup', 'Gerar e conferir cópias de segurança.', 'superadministrador'),
    ('system_repair', 'sistema', 'Reparos', 'Executar correções de dados.', 'superadministrador'),
    ('system_config', 'sistema', 'Configuração do sistema', 'Alterar parâmetros internos.', 'superadministrador'),
    ('access_log', 'sistema', 'Registro de acesso', 'Ler a trilha de auditoria.', 'superadministrador')
), defined as (
  insert into public.permission_definitions (key, area, label, description)
  select key, area, label, description from default_permission
)
insert into public.role_permissions (role, permission_key)
select roles.name, default_permission.key
from default_permission
join public.roles as lowest on lowest.name = default_permission.lowest_role
join public.roles on roles.rank >= lowest.rank;

create policy "signed-in accounts read the permission definitions" on public.permission_definitions
  for select to authenticated using ((select private.account_id()) is not null);

create function private.has_permission(key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where profiles.id = (select private.account_id())
      and profiles.blocked_at is null
      and (
        profiles.role in ('main_admin', 'superadministrador')
        or has_permission.key = any (profiles.permissions)
        or exists (
          select from public.role_permissions
          where role_permissions.role = profiles.role and role_permissions.permission_key = has_permission.key
        )
      )
  )
$$;
comment on function private.has_permission is
  'Whether the caller has a permission: always for main_admin and superadministrador, otherwise by role_permissions '
  'or profiles.permissions; false for blocked accounts and without a live session.';

create policy "permission managers add permission definitions" on public.permission_definitions
  for insert to authenticated with check ((select private.has_permission('permissions')));
create policy "permission managers update permission definitions" on public.permission_definitions
  for update to authenticated
  using ((select private.has_permission('permissions')))
  with check ((select private.has_permission('permissions')));
create policy "permission managers delete permission definitions" on public.permission_definitions
  for delete to authenticated using ((select private.has_permission('permissions')));
create trigger permission_definitions_touch before update on public.permission_definitions
  for each row execute function private.touch_updated_at();

-- Generated columns are not logged: they change only with their source columns.
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  audited_row jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  logged text[];
begin
  -- Migrations, the seed and jobs write as the owner, without an account.
  if (select private.account_id()) is null
    and coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated', 'service_role')
  then
    return null;
  end if;

  select array_agg(key) into logged
  from jsonb_object_keys(old_row || new_row) as key
  where key <> 'updated_at'
    and old_row -> key is distinct from new_row -> key
    and not exists (select from pg_catalog.pg_attribute where attrelid = tg_relid and attname = key
      and attgenerated <> '')
    and (tg_nargs = 1 or key = any (string_to_array(tg_argv[1], ',')));
  if logged is null then
    return null;
  end if;

  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select private.account_id()),
    lower(tg_op),
    tg_table_name,
    (select string_agg(audited_row ->> part, '/' order by place)
       from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, place)),
    (select jsonb_object_agg(key, value) from jsonb_each(old_row) where key = any (logged)),
    (select jsonb_object_agg(key, value) from jsonb_each(new_row) where key = any (logged)),
    nullif(current_setting('app.audit_reason', true), '')
  );
  return null;
end $$;
comment on function private.write_audit is 'Writes the changed columns of one row to audit_log.';

create trigger permission_definitions_audit after insert or update or delete on public.permission_definitions
  for each row execute function private.write_audit('key');

select private.declare_columns('permission_definitions', 'not_personal', '{*}', 'names of permissions');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' references public.roles (name) on update cascade,
  username text not null default 'Usuário' check (char_length(username) between 1 and 60 and username !~ '^\s*$'),
  permissions text[] not null default '{}',
  full_name text check (char_length(full_name) <= 120),
  phone text check (char_length(phone) <= 30),
  home_state char(2),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  theme text not null default 'dark' check (theme in ('dark', 'light')),
  marketing_opt_in boolean not null default false,
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  blocked_at timestamptz,
  notify_in_app boolean not null default true,
  search_name text generated always as (private.fold(username || ' ' || coalesce(full_name, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is
  'One row per account, inserted by private.handle_new_user(); the role of an account is read from this table, never '
  'from a token.';
comment on column public.profiles.permissions is 'Keys of permission_definitions held besides those of the role.';
comment on column public.profiles.email_verified_at is
  'When a link sent to the current e-mail address was opened; null while the address is not verified.';
comment on column public.profiles.notify_in_app is 'Whether the account receives notices of campaigns.';
comment on column public.profiles.search_name is
  'User name and full name in lower case without accents, for the search of user managers.';
create index profiles_role_idx on public.profiles (role);
create index profiles_home_state_idx on public.profiles (home_state);
create index profiles_search_name_idx on public.profiles using gin (search_name extensions.gin_trgm_ops);
create index profiles_newest_idx on public.profiles (created_at desc, id);
-- For the fields of the panel in which an account is chosen by name.
create index profiles_username_idx on public.profiles (username);
alter table public.profiles enable row level security;
grant select on public.profiles to anon;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "accounts that are not blocked update their own profile" on public.profiles
  for update to authenticated
  using (id = (select private.account_id()) and blocked_at is null)
  with check (id = (select private.account_id()) and blocked_at is null);

create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.account_role() = any (private.staff_roles()), false)
$$;
comment on function private.is_staff is
  'Whether the role of the caller is one of private.staff_roles.';

create policy "accounts read their own profile, user managers all, managers the staff's" on public.profiles
  for select to authenticated
  using (
    id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('users'))
    or ((select private.is_staff() and private.has_permission('management')) and role = any (private.staff_roles()))
  );

create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (new.id, new.role, new.permissions, new.email_verified_at, new.blocked_at, new.created_at)
      is distinct from (old.id, old.role, old.permissions, old.email_verified_at, old.blocked_at, old.created_at)
  then
    raise exception 'only the server changes id, role, permissions, email_verified_at, blocked_at or created_at'
      using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_profile is
  'Trigger function: raises 42501 when anon or authenticated changes id, role, permissions, email_verified_at, '
  'blocked_at or created_at of a profile.';

create trigger profiles_guard before update on public.profiles
  for each row execute function private.guard_profile();
create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- Personal data is not logged: only role, permissions and the block of a profile.
create trigger profiles_audit after update on public.profiles
  for each row execute function private.write_audit('id', 'role,permissions,blocked_at');

-- Only the server writes columns that say who or when; row policies cannot protect single columns.
create function private.guard_server_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  author text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  new_row jsonb := to_jsonb(new);
  before jsonb;
  is_forged boolean;
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    is_forged := exists (select from unnest(author || columns) as name where new_row -> name
      is distinct from before -> name);
  else
    is_forged := new_row ? author and new_row ->> author is distinct from auth.uid()::text
      or exists (select from unnest(columns) as name where (new_row ->> name)::timestamptz <> now());
  end if;
  if is_forged then
    raise exception 'only the server writes % of %', concat_ws(', ', nullif(author, ''), tg_argv[1]), tg_table_name
      using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_server_columns is
  'Trigger function with two arguments: the author column ('''' without one) and the time columns, comma-separated; '
  'raises 42501 when anon or authenticated inserts a row with another author than the caller or with a time that is '
  'neither null nor now(), or changes one of these columns.';

create trigger profiles_server_columns before update on public.profiles
  for each row execute function private.guard_server_columns('', 'terms_accepted_at');

create function private.record_accepted_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.acknowledge_legal(new.id, array['termos-de-uso', 'politica-de-privacidade'], new.terms_accepted_at);
  return null;
end $$;
comment on function private.record_accepted_terms is
  'Trigger function: stores the versions of the terms of use and the privacy policy in force when an account accepted '
  'them.';

create trigger profiles_accept_terms after update of terms_accepted_at on public.profiles
  for each row when (old.terms_accepted_at is null and new.terms_accepted_at is not null)
    execute function private.record_accepted_terms();

-- For triggers. Changes without a signed-in caller (the server, the seed) need no proof.
create function private.require_recent_proof_of_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    perform private.require_recent_proof();
  end if;
  return coalesce(new, old);
end $$;

create trigger role_change_needs_recent_proof before update of role, permissions on public.profiles
  for each row when (old.role is distinct from new.role or old.permissions is distinct from new.permissions)
  execute function private.require_recent_proof_of_caller();
create trigger a_typed_lines before insert or update of username, full_name on public.profiles
  for each row execute function private.write_typed_lines('username', 'full_name');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('profiles', 'id', 'account', 'own', 'Perfil e preferências', 'delete', 1);

select
  private.declare_columns('profiles', 'exported',
    '{id,role,username,permissions,full_name,phone,home_state,locale,theme,marketing_opt_in,terms_accepted_at,
      email_verified_at,blocked_at,notify_in_app,created_at,updated_at}'),
  private.declare_columns('profiles', 'not_personal', '{search_name}', 'made from username and full_name');

create policy "signed-in accounts read the role permissions" on public.role_permissions
  for select to authenticated using ((select private.account_id()) is not null);

create function private.outranks(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select own.rank from public.roles as own where own.name = private.account_role())
      > (select other.rank from public.roles as other where other.name = outranks.role),
    false
  )
$$;
comment on function private.outranks is 'Whether the role of the caller has a higher rank than the given role.';

create policy "permission managers add permissions to lower roles" on public.role_permissions
  for insert to authenticated
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers update permissions of lower roles" on public.role_permissions
  for update to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role))
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers remove permissions of lower roles" on public.role_permissions
  for delete to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role));
create trigger role_permissions_touch before update on public.role_permissions
  for each row execute function private.touch_updated_at();
create trigger role_permissions_audit after insert or update or delete on public.role_permissions
  for each row execute function private.write_audit('role,permission_key');
create trigger permission_change_needs_recent_proof before insert or update or delete on public.role_permissions
  for each row execute function private.require_recent_proof_of_caller();

select private.declare_columns('role_permissions', 'not_personal', '{*}', 'matrix of roles');

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete', 'mfa_reset', 'merge', 'recovery_codes_created',
    'recovery_code_used')),
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is
  'Who changed which row and when; append-only, written by private.write_audit() and other functions; API roles '
  'cannot write it (42501).';
comment on column public.audit_log.actor_id is
  'Account that made the change, kept after the account is deleted; null for the server.';
comment on column public.audit_log.reason is 'The transaction''s app.audit_reason setting, when the writer gave one.';
create index audit_log_entity_idx on public.audit_log (entity, entity_id, created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_created_at_idx on public.audit_log (created_at desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to anon, authenticated;
grant all on public.audit_log to service_role;
create policy "access log readers read the audit log" on public.audit_log
  for select to authenticated using ((select private.has_permission('access_log')));
create trigger audit_log_is_append_only before insert or update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_api_role();

select private.declare_columns('audit_log', 'withheld',
  '{id,actor_id,action,entity,entity_id,before,after,reason,created_at}',
    'listed as changes_by_the_account and changes_of_the_account; before and after of other rows may be about others');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('audit_log', 'public.audit_log', 'created_at', '5 years', 150);

create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  wanted_locale text := private.text_of_metadata(metadata, 'locale', 10);
begin
  insert into public.profiles (id, role, username, full_name, locale)
  values (
    new.id,
    'user',
    coalesce(
      private.text_of_metadata(metadata, 'username', 60),
      nullif(left(btrim(split_part(new.email, '@', 1)), 60), ''),
      'Usuário'
    ),
    private.text_of_metadata(metadata, 'full_name', 120),
    case when wanted_locale = any (private.locales()) then wanted_locale else 'pt-BR' end
  );
  return new;
end $$;
comment on function private.handle_new_user is
  'Trigger function: inserts the profile of a new account, always with the role user; a role in the user metadata is '
  'ignored.';

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.handle_new_user();

create function private.handle_changed_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email_verified_at = null where id = new.id;
  return new;
end $$;
comment on function private.handle_changed_email is
  'Trigger function: sets email_verified_at to null when the e-mail address of an account changes; a link sent to the '
  'new address verifies it.';

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.handle_changed_email();

-- A hosted project needs manual linking to unlink an identity. It also lets a session link any account of the provider,
-- which then opens the portal's account for ever: only one with the address of the account is accepted.
create function private.guard_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider = 'email'
    or not exists (
      select from auth.identities as other where other.user_id = new.user_id and other.provider <> new.provider
    )
  then
    return new;
  end if;
  if exists (select from public.profiles where profiles.id = new.user_id and profiles.email_verified_at is null)
    or (new.provider <> 'phone' and not exists (
      select from auth.users as account
      where account.id = new.user_id and lower(account.email) = lower(new.identity_data ->> 'email')
    ))
  then
    raise exception 'identity_not_linked' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_identity is
  'An account whose address is not verified takes no second identity; a verified one only with its own address.';

create trigger guard_identity before insert on auth.identities
  for each row execute function private.guard_identity();

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unconfirmed_phone_accounts', 'auth.users', 'created_at', '30 days',
    'email is null and phone is not null and phone_confirmed_at is null and last_sign_in_at is null', 210);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('auth.users', 'confirmation_token', 'empty'),
  ('auth.users', 'email_change_token_current', 'empty'),
  ('auth.users', 'email_change_token_new', 'empty'),
  ('auth.users', 'phone_change_token', 'empty'),
  ('auth.users', 'reauthentication_token', 'empty'),
  ('auth.users', 'recovery_token', 'empty');

create function private.session_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select nullif((select auth.jwt()) ->> 'session_id', '')::uuid
$$;
comment on function private.session_id is
  'Returns the session id of the caller''s JWT; null for anonymous callers and API keys.';

create function private.has_second_factor(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
$$;
comment on function private.has_second_factor is 'Whether an account has a confirmed second factor.';

-- PL/pgSQL, because it caches its plans: policies and triggers call this for every statement, some for every row.
create function private.session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  claims jsonb := auth.jwt();
  session record;
begin
  if account is null then
    return 'none';
  end if;
  select
    sessions.created_at as opened_at, sessions.not_after, sessions.aal::text as aal,
      greatest(sessions.created_at, activity.seen_at) as seen_at, profiles.role, profiles.blocked_at,
    coalesce(profiles.role = any (private.staff_roles()), false) as is_staff
  into session
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  left join public.profiles as profiles on profiles.id = sessions.user_id
  where sessions.id = nullif(claims ->> 'session_id', '')::uuid and sessions.user_id = account;
  return case
    when session.opened_at is null or session.not_after <= now() then 'ended'
    when session.blocked_at is not null then 'blocked'
    when session.is_staff and session.opened_at <= now() - make_interval(hours => private.staff_session_hours())
      then 'expired'
    when session.is_staff and session.seen_at <= now() - make_interval(mins => private.staff_idle_minutes()) then 'idle'
    -- Checks the level of the session too: it drops when the factor is removed, while the token keeps the old level.
    when claims ->> 'aal' = 'aal2' and session.aal = 'aal2' then 'live'
    when exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
      then 'second_factor'
    when session.is_staff and private.requires_second_factor(session.role) then 'enrolment'
    else 'live'
  end;
end $$;
comment on function private.session_state is
  'Returns live, or the reason why the caller''s session gives no access: none (not signed in), ended, blocked, '
  'expired (staff, 12 hours after the sign-in), idle (staff, 30 minutes without activity), second_factor (its code '
  'must still be entered) or enrolment (the account must set up a second factor).';

create function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_state() = 'live';
end $$;
comment on function private.session_is_live is 'Whether private.session_state() of the caller is live.';

create function private.account_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select private.account_id()) and blocked_at is null
$$;
comment on function private.account_role is
  'Returns the role of the caller; null for anonymous callers, blocked accounts and sessions that are not live.';

-- User metadata comes from the browser: anything in it may be missing, of another type or too long.
create function private.text_of_metadata(metadata jsonb, key text, max_length integer) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(metadata -> key) = 'string' then
    nullif(btrim(left(btrim(regexp_replace(metadata ->> key, '[[:cntrl:][:space:]]+', ' ', 'g')), max_length)), '')
  end
$$;

-- A session can end while it is read: it is reported as ended, and its activity row, which the foreign key refuses, is
-- no error.
create function private.current_account(is_activity boolean) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  state text := private.session_state();
begin
  if state = 'live' and is_activity then
    begin
      insert into private.session_activity as activity (session_id) values (private.session_id())
      on conflict on constraint session_activity_pkey do update set seen_at = now()
        where activity.seen_at < now() - interval '1 minute';
    exception when foreign_key_violation then
      state := private.session_state();
    end;
  end if;
  return query
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    array(select permission_key from public.role_permissions where role_permissions.role = profiles.role
      order by permission_key),
    profiles.email_verified_at, profiles.locale, profiles.theme, state
  from public.profiles where profiles.id = (select auth.uid());
end $$;

-- Recent proof of identity: the auth server records when and how a session was authenticated.
create function private.proof_methods(account uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when private.has_second_factor(account) then array['totp']
    when exists (select from auth.users where users.id = account and coalesce(users.encrypted_password, '') <> '')
      then array['password']
    else private.mailbox_methods()
  end
$$;
comment on function private.proof_methods is
  'Returns the authentication methods (names of `amr`) that prove the identity of an account: the second factor, '
  'without one the password, without a password a mailed link or code.';

create function private.has_proof(session uuid, methods text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims as proofs
    where proofs.session_id = session and proofs.authentication_method = any (methods)
      and proofs.updated_at > now() - make_interval(mins => private.proof_minutes())
      -- A factor that this session set up counts only if the session had a recent proof when it did.
      and (proofs.authentication_method <> 'totp' or exists (
        select from auth.sessions join auth.mfa_factors as factors on factors.id = sessions.factor_id
        where sessions.id = proofs.session_id and (
          factors.created_at <= sessions.created_at or exists (
            select from auth.mfa_amr_claims as earlier
            where earlier.session_id = sessions.id and earlier.authentication_method <> 'totp'
              and earlier.updated_at between
                factors.created_at - make_interval(mins => private.proof_minutes()) and factors.created_at
          )
        )
      ))
  )
$$;
comment on function private.has_proof is
  'Whether a session was authenticated by one of the methods in the last 10 minutes.';

create function private.has_recent_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_live() and private.has_proof(private.session_id(),
    private.proof_methods((select auth.uid())))
$$;
comment on function private.has_recent_proof is
  'Whether the caller has a live session and gave a proof of identity in the last 10 minutes.';

create function private.require_recent_proof() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'the session does not count' using errcode = '42501';
  end if;
  if not private.has_recent_proof() then
    raise exception 'a recent proof of identity is needed' using errcode = '28000';
  end if;
end $$;
comment on function private.require_recent_proof is
  'Raises 42501 without a live session and 28000 without a proof of identity in the last 10 minutes.';

create function private.own_proof_method() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when methods @> array['totp'] then 'totp'
    when methods @> array['password'] then 'password'
    else 'mail'
  end
  from private.proof_methods(private.account_id()) as methods
  where private.account_id() is not null
$$;

create function private.require_permission(key text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or not private.has_permission(key) then
    raise exception 'permission % is needed', key using errcode = '42501';
  end if;
end $$;

create function private.require_account() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
end $$;
comment on function private.require_account is
  'Raises 42501 without an account, or while its second factor is pending.';

create function public.current_account(is_activity boolean default true) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.current_account(is_activity);
end;
comment on function public.current_account is
  'Returns the account of the caller with its session state in one row, or no row; requests that no person made pass '
  'is_activity = false, which does not update the last activity of the session.';
grant execute on function public.current_account to authenticated, service_role;

create function public.has_recent_proof() returns boolean
language sql stable security invoker set search_path = ''
begin atomic
  select private.has_recent_proof();
end;
comment on function public.has_recent_proof is
  'Whether the caller gave a proof of identity in the last 10 minutes, which sensitive actions require.';
grant execute on function public.has_recent_proof to authenticated, service_role;

create function public.own_proof_method() returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.own_proof_method();
end;
comment on function public.own_proof_method is
  'Returns how the caller proves their identity: totp, password or mail; null without a live session.';
grant execute on function public.own_proof_method to authenticated, service_role;

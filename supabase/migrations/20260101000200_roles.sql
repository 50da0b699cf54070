-- Roles and the permissions each holds. Policies that ask for permissions follow in the access migration.
create table public.roles (
  name text primary key,
  rank integer not null unique,
  label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.roles is 'The six roles of lib/platform/auth/permissions.ts; changed by migration only.';

create table public.permission_definitions (
  key text primary key check (key ~ '^[a-z_]{1,60}$'),
  area text not null check (area in ('geral', 'conteudo', 'eventos', 'comunidade', 'comercial', 'sistema')),
  label text not null,
  description text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.permission_definitions is 'What can be permitted, in the words of the admin page.';

-- A definition in use cannot be deleted: that would take it from roles above the one who deletes.
create table public.role_permissions (
  role text not null references public.roles (name) on update cascade,
  permission_key text not null references public.permission_definitions (key),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (role, permission_key)
);
comment on table public.role_permissions is 'Permissions a role holds besides those of a single account (profiles.permissions).';

create index role_permissions_permission_key_idx on public.role_permissions (permission_key);

alter table public.roles enable row level security;
alter table public.permission_definitions enable row level security;
alter table public.role_permissions enable row level security;

grant select on public.roles to authenticated;
grant select, insert, update, delete on public.permission_definitions, public.role_permissions to authenticated;
grant all on public.roles, public.permission_definitions, public.role_permissions to service_role;

create trigger roles_touch before update on public.roles
  for each row execute function private.touch_updated_at();
create trigger permission_definitions_touch before update on public.permission_definitions
  for each row execute function private.touch_updated_at();
create trigger role_permissions_touch before update on public.role_permissions
  for each row execute function private.touch_updated_at();

insert into public.roles (name, rank, label) values
  ('user', 1, 'Usuário'),
  ('vendedor', 2, 'Vendedor'),
  ('editor', 3, 'Editor'),
  ('admin', 4, 'Administrador'),
  ('main_admin', 5, 'Administrador principal'),
  ('superadministrador', 6, 'Superadministrador');

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
    ('service_requests', 'comunidade', 'Solicitações de serviço', 'Analisar pedidos de inclusão e correção de serviços.', 'admin'),
    ('reviews', 'comunidade', 'Avaliações', 'Moderar avaliações de lugares e rotas.', 'admin'),
    ('maintenance_reminders', 'comunidade', 'Lembretes de manutenção', 'Editar os lembretes sugeridos aos viajantes.', 'admin'),
    ('management', 'geral', 'Gestão', 'Acompanhar as tarefas da equipe.', 'admin'),
    ('financials', 'comercial', 'Financeiro', 'Ver vendas, pagamentos e comissões.', 'main_admin'),
    ('users', 'comunidade', 'Usuários', 'Ver as contas, mudar papéis e bloquear.', 'main_admin'),
    ('advertising_plans', 'comercial', 'Planos de publicidade', 'Definir planos e preços.', 'main_admin'),
    ('sellers', 'comercial', 'Vendedores', 'Aprovar vendedores e definir comissões.', 'main_admin'),
    ('settings', 'sistema', 'Configurações', 'Alterar as configurações gerais.', 'main_admin'),
    ('portal_settings', 'sistema', 'Configurações do portal', 'Alterar logotipo, contatos e redes sociais.', 'main_admin'),
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

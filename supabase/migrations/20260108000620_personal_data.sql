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
    '{client_company_name,client_contact_name,client_email,client_phone,client_signature_url}'),
  ('commissions', 'seller_id', 'seller', 'own', 'Comissões', 'keep', 'Tax record; deleted with the sale.', '{}'),
  ('commission_payouts', 'seller_id', 'seller', 'own', 'Pagamentos de comissão', 'keep', 'Tax record; deleted with the last sale it paid.', '{}'),
  ('sales', 'client_email', 'address', 'own', 'Compras de anúncio', 'keep', 'Contract and tax record; deleted five years after the year it ended in.', '{seller_signature_url,commission_percentage}'),
  ('payments', 'subject_id', 'sale', 'own', 'Pagamentos', 'keep', 'Tax record; deleted with the sale.', '{}');

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

create function private.declare_columns(relation text, treatment text, columns text[], reason text default null) returns void
language sql volatile set search_path = '' as $$
  insert into private.personal_columns (relation, column_name, treatment, reason)
  select declare_columns.relation, name, declare_columns.treatment, declare_columns.reason from unnest(columns) as name
  on conflict (relation, column_name) do update set treatment = excluded.treatment, reason = excluded.reason
$$;
comment on function private.declare_columns(text, text, text[], text) is 'For migrations: declares columns of private.personal_columns. treatment: exported, withheld or not_personal.';

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
  private.declare_columns('trip_panel_requests', 'exported', '{id,protocol,user_id,name,email,phone,delivery_kind,start_on,end_on,origin,destination,states,cars,people,vehicles,km_per_day,budget,interests,needs_lodging,by_whatsapp,notes,status,status_note,created_at,updated_at,decided_at}'),
  private.declare_columns('trip_panel_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('service_requests', 'exported', '{id,protocol,kind,payload,service_id,requester_name,requester_email,requester_phone,state_abbr,status,status_note,created_at,updated_at,decided_at,result_table,result_id}'),
  private.declare_columns('service_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('service_requests', 'not_personal', '{undo}', 'what a page of the guide said before'),
  private.declare_columns('ad_leads', 'exported', '{id,protocol,company,contact_name,email,phone,state_abbr,interest,message,seller_ref,status,status_note,created_at,updated_at,decided_at}'),
  private.declare_columns('ad_leads', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('reports', 'exported', '{id,subject_type,subject_id,reason,text,page_path,reporter_email,status,status_note,created_at,updated_at,decided_at}'),
  private.declare_columns('reports', 'withheld', '{decided_by}', 'another person: who answered'),
  private.declare_columns('takedown_requests', 'exported', '{id,protocol,url,claimant_name,email,phone,reason,evidence,status,status_note,created_at,updated_at,decided_at}'),
  private.declare_columns('takedown_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers'),
  private.declare_columns('sellers', 'exported', '{id,user_id,full_name,document,phone,city,states,experience,pix_key,commission_percentage,status,status_note,terms_accepted_at,decided_at,approved_at,created_at,updated_at,erased_at}'),
  private.declare_columns('sellers', 'withheld', '{decided_by}', 'another person: who approved'),
  private.declare_columns('seller_commission_rates', 'exported', '{id,seller_id,percentage,starts_on,created_at}'),
  private.declare_columns('seller_commission_rates', 'withheld', '{created_by}', 'another person: who set the rate'),
  private.declare_columns('sales', 'exported', '{id,number,seller_id,plan_id,client_company_name,client_contact_name,client_email,client_phone,start_date,end_date,payment_status,seller_signature_url,client_signature_url,plan_name,plan_type,price_cents,currency,duration_days,placements,states_limit,commission_percentage,terms_version,terms_accepted_at,contract_sha256,signed_with,payment_id,paid_at,cancelled_at,cancel_reason,created_at,updated_at}'),
  private.declare_columns('sales', 'not_personal', '{stripe_price_id,client_request_id}', 'technical key'),
  private.declare_columns('commissions', 'exported', '{id,sale_id,seller_id,amount_cents,status,approved_at,paid_at,reversed_at,payout_id,created_at,updated_at}'),
  private.declare_columns('commission_payouts', 'exported', '{id,seller_id,total_cents,commissions,note,paid_at}'),
  private.declare_columns('commission_payouts', 'withheld', '{paid_by}', 'another person: who paid'),
  private.declare_columns('payments', 'exported', '{id,subject_type,subject_id,method,amount_cents,currency,status,provider,receipt_path,receipt_sent_at,refunded_cents,needs_refund,note,paid_at,expires_at,created_at,updated_at}'),
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

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.locales() returns text[]
language sql immutable set search_path = ''
return array['pt-BR', 'en-US', 'es-419'];
comment on function private.locales is 'Languages of the portal.';

create function private.staff_roles() returns text[]
language sql immutable set search_path = ''
return array['editor', 'admin', 'main_admin', 'superadministrador'];
comment on function private.staff_roles is 'Roles whose accounts work in the panel.';

create function private.content_permissions() returns text[]
language sql immutable set search_path = ''
return array[
  'blog', 'magazine', 'state_content', 'photo_points', 'website_content', 'events', 'clubs', 'ads', 'services',
  'city_gallery', 'vouchers'
];
comment on function private.content_permissions is 'Permissions whose accounts upload pictures and write texts.';

create function private.attempt_subjects() returns text[]
language sql immutable set search_path = ''
return array[
  'registration', 'vote', 'publish_link', 'gate_device', 'certificate', 'trip_link', 'voucher_device',
  'voucher_download', 'event_api'
];
comment on function private.attempt_subjects is 'Kinds of things whose wrong codes or links are counted.';

create function private.menu_sections() returns text[]
language sql immutable set search_path = ''
return array['geral', 'conteudo', 'eventos', 'comunidade', 'comercial', 'sistema'];
comment on function private.menu_sections is 'Sections of the menu of the panel, in their order.';

create function private.mailbox_methods() returns text[]
language sql immutable set search_path = ''
return array['otp', 'magiclink', 'recovery', 'email/signup'];
comment on function private.mailbox_methods is
  'Methods of the auth server that prove that a person reads the mailbox of the account.';

create function private.payment_setting_keys() returns text[]
language sql immutable set search_path = ''
return array['stripe_config', 'pix_config', 'event_collecting', 'event_fee'];
comment on function private.payment_setting_keys is 'Settings of payments.';

-- Arguments: the column with the address, the page where the protocol is looked up. The text holds nothing the sender wrote,
-- and an address gets three a day at most, so that nobody can use the forms to write to others.
create function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request jsonb := to_jsonb(new);
  address text := request ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''', tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', request ->> 'protocol', 'path', replace(tg_argv[1], '{uf}', lower(coalesce(request ->> 'state_abbr', '')))
    ));
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail must not refuse the request.
  return null;
end $$;
comment on function private.mail_received_request() is 'Confirms a request by mail with its protocol.';

create trigger service_requests_mail_received after insert on public.service_requests
  for each row execute function private.mail_received_request('requester_email', '/{uf}/cadastro#consulta');
create trigger trip_panel_requests_mail_received after insert on public.trip_panel_requests
  for each row execute function private.mail_received_request('email', '/solicitar-painel-viagem');
create trigger ad_leads_mail_received after insert on public.ad_leads
  for each row execute function private.mail_received_request('email', '/anuncie-aqui');
create trigger takedown_requests_mail_received after insert on public.takedown_requests
  for each row execute function private.mail_received_request('email', '/direitos-autorais');

-- Data that a person gives for the invoice of a paid registration.

create table public.registration_invoices (
  registration_id uuid primary key references public.event_registrations (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  document text not null check (private.is_document(document)),
  address text check (char_length(address) <= 300),
  updated_at timestamptz not null default now()
);
comment on table public.registration_invoices is
  'Who the invoice (nota fiscal) of a paid registration is for. Read by functions: by the person, and by people of the '
  'event with the right payments. The organiser issues the invoice. Deleted with the registration or at its transfer.';
comment on column public.registration_invoices.document is 'CPF or CNPJ without punctuation.';
alter table public.registration_invoices enable row level security;
grant all on public.registration_invoices to service_role;

create trigger registration_invoices_touch before update on public.registration_invoices
  for each row execute function private.touch_updated_at();

select private.declare_columns('registration_invoices', 'exported',
  '{registration_id,name,document,address,updated_at}');

create function private.invoice_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', invoice.name, 'document', invoice.document, 'address', invoice.address)
  from public.registration_invoices as invoice where invoice.registration_id = invoice_of.registration
$$;
comment on function private.invoice_of is 'Data for the invoice of a registration; null without any.';

create function private.save_registration_invoice(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
  payer text;
  payer_document text;
begin
  perform private.check_payload(payload);
  if existing.id is null or existing.price_cents = 0
    or existing.status <> all (private.active_registration_statuses()) then
    return private.gone();
  end if;
  payer := private.text_field(payload, 'invoice_name', 160);
  payer_document := private.optional_document_field(payload, 'invoice_document');
  if payer is null and payer_document is null then
    delete from public.registration_invoices where registration_id = existing.id;
    return private.saved();
  elsif payer is null or payer_document is null then
    perform private.refuse('invalid', case when payer is null then 'invoice_name' else 'invoice_document' end);
  end if;
  insert into public.registration_invoices (registration_id, name, document, address)
  values (existing.id, payer, payer_document, private.text_field(payload, 'invoice_address', 300))
  on conflict (registration_id) do update set name = excluded.name, document = excluded.document,
    address = excluded.address;
  return private.saved();
end $$;
comment on function private.save_registration_invoice is
  'Stores who the invoice of a paid registration is for, or deletes it when name and document are empty; gone for '
  'somebody who may not manage the registration, for a free one and for one that has ended.';

create function public.save_registration_invoice(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_registration_invoice(token, payload);
comment on function public.save_registration_invoice is
  'Stores {invoice_name, invoice_document, invoice_address} of a paid registration, for the holder of the mailed link '
  'and, with the link of its page, for the account that registered. Empty name and document delete them.';
grant execute on function public.save_registration_invoice to anon, authenticated, service_role;

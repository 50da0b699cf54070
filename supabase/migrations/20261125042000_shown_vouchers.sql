-- Visitors read shown vouchers. Their role has no usage on schema private, so the rule runs with the rights of its owner.

create or replace function private.is_shown_voucher(voucher public.vouchers) returns boolean
language sql stable security definer set search_path = '' as $$
  select voucher.status = 'active' and voucher.valid_until >= private.brazilian_today()
    and exists (select from public.services where services.id = voucher.service_id and services.status = 'published' and services.deleted_at is null)
$$;

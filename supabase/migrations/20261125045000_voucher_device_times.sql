-- The time at which a device was revoked is that of the server.

create trigger voucher_devices_stamp before update on public.voucher_devices
  for each row execute function private.stamp_revocation();

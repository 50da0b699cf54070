-- Columns of the tables of vouchers that belong to the server.

select
  private.declare_columns('private.place_pins', 'not_personal', '{service_id,pin_hash,changed_at}', 'PIN of a place'),
  private.declare_columns('private.voucher_counts', 'not_personal', '{voucher_id,downloads,redemptions}', 'counts of a voucher'),
  private.declare_columns('private.wrong_pins', 'not_personal', '{service_id,caller,at}', 'keyed hash of an address, kept for a day');

-- Sellers see whether a client has opened the payment link.
alter table public.link_tokens add column opened_at timestamptz;
comment on column public.link_tokens.opened_at is 'When a browser other than the seller''s first opened the page of this link.';

create function private.note_opened_link(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.link_tokens set opened_at = now()
  where id = (private.live_link(token, 'payment')).id and opened_at is null
    and not exists (select from public.sales where sales.id = link_tokens.sale_id and sales.seller_id = private.own_seller_id())
$$;
create function public.note_opened_link(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.note_opened_link(token);
end;
comment on function public.note_opened_link(text) is 'Stores the first time that somebody opened a payment link; whoever holds the link may say so.';
grant execute on function public.note_opened_link(text) to anon, authenticated;

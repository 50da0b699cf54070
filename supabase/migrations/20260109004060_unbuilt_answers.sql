-- Deletes seeded answers about registrations and vouchers, which do not exist yet; a row that an editor changed is kept.
delete from public.faqs
where question in ('Quem responde pela inscrição paga?', 'E se o QR Code não ler no portão?', 'Como sei que um voucher já foi usado?') and updated_at = created_at;

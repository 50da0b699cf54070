import { makeKind, register, removeKind } from "../../database/events/registration-support";
import { expect } from "../support/test";
import { test } from "../support/gate-test";

test("a buyer downloads the receipt from the page of the registration once it is paid", async ({
  page: visitor,
  sql,
  account,
  accountPage: page,
}) => {
  const kind = await makeKind(sql, { price: 4000, waiting: false });
  try {
    const { id } = await register(sql, kind.type);
    await sql`update public.event_registrations set user_id = ${account.id} where id = ${id}`;
    const address = `/api/order-receipts/${id}`;
    const unpaid = await page.request.get(address);
    expect([unpaid.status(), await unpaid.text()]).toEqual([409, expect.stringContaining("Ainda não há recibo")]);

    await sql`
      with paid as (
        insert into public.payments (subject_type, subject_id, method, provider, amount_cents, status, paid_at)
        values ('registration', ${id}, 'pix', 'pix', 4000, 'paid', now()) returning id
      )
      update public.event_registrations set payment_id = paid.id from paid where event_registrations.id = ${id}`;
    await sql`select private.set_registration_status(${id}, 'confirmed')`;
    await page.goto(`/api/registrations/mine/${id}?idioma=pt-BR`);
    const link = page.getByRole("link", { name: "Baixar o recibo (PDF)" });
    const receipt = await page.request.get((await link.getAttribute("href"))!);
    expect(receipt.status()).toBe(200);
    expect(receipt.headers()).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringMatching(/recibo-inscricao-[A-Z2-9]{8}\.pdf/),
    });
    expect((await visitor.request.get(address)).status()).toBe(404);
  } finally {
    await sql`delete from public.payments where subject_type = 'registration' and subject_id in (
      select id from public.event_registrations where event_id = ${kind.event})`;
    await removeKind(sql, kind);
  }
});

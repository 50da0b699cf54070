import { z } from "zod";

const part = z.enum(["receipts", "refunds", "commissions", "payouts"]);
const text = z.string().nullable();

/** Answer of `month_closing`; amounts in cents, money out is negative. */
export const closingSchema = z.object({
  lines: z.array(
    z.object({
      at: z.string(),
      part,
      kind: z.string(),
      source: text,
      method: text,
      number: text,
      company: text,
      plan: text,
      seller: text,
      amount_cents: z.number().int(),
      reference: text,
      note: text,
    }),
  ),
  sums: z.array(z.object({ part, lines: z.number().int(), amount_cents: z.number().int() })),
});
export type Closing = z.infer<typeof closingSchema>;

const amount = z.object({ count: z.number().int(), cents: z.number().int() });
const banner = z.object({ id: z.string(), number: z.number(), company: z.string(), seller: text, at: z.string() });

/** Answer of `money_now`. */
export const moneyNowSchema = z.object({
  today_cents: z.number().int(),
  month_cents: z.number().int(),
  open: amount,
  review: amount,
  without_art: z.array(banner),
  ending: z.array(banner),
  sellers: z.array(z.object({ id: z.string(), seller: z.string(), sales: z.number().int(), cents: z.number().int() })),
});
export type MoneyNow = z.infer<typeof moneyNowSchema>;

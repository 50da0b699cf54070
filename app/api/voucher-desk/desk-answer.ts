import { answerReading, type Caller } from "../reading-answer";

/** Runs one request of a desk for an account or an enrolled device; the database decides who redeems where. */
export const answerDesk = (request: Request, run: (caller: Caller) => Promise<unknown>): Promise<Response> =>
  answerReading(
    request,
    {
      name: "voucher desk",
      subject: "voucher_device",
      rule: "voucherDesk",
      refusedRule: "voucherDeskRefused",
      admits: () => true,
    },
    run,
  );

import { z } from "zod";
import { deviceVoucher } from "@/app/[locale]/voucher-image";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getHeldVoucher } from "@/lib/partners/downloads/queries";

type Context = { params: Promise<{ downloadId: string }> };

const HEADERS = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/** Answers a downloaded voucher with its QR code, which the device stores. The id is enough to read it, as for its page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    await takeAttempt("voucherRead", await callerAddress());
    const id = z.uuid().safeParse((await params).downloadId);
    const held = id.success ? await getHeldVoucher(await createSessionClient(), id.data) : null;
    if (!held) return Response.json({ code: "missing" }, { status: 404, headers: HEADERS });
    return Response.json(await deviceVoucher(held), { headers: HEADERS });
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === "rate.limited";
    if (!isLimited) reportError("voucher-downloads", error);
    return Response.json(
      { code: isLimited ? "rate.limited" : "unexpected" },
      { status: isLimited ? 429 : 503, headers: HEADERS },
    );
  }
}

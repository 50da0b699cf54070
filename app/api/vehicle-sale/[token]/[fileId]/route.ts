import { z } from "zod";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readSaleFile } from "@/lib/garage/sharing/sale/queries";
import { sharingToken } from "@/lib/garage/sharing/schema";

type Props = { params: Promise<{ token: string; fileId: string }> };

const HEADERS = { "cache-control": "private, no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" };
const refuse = (status: number) => new Response(null, { status, headers: HEADERS });

/** Photo, receipt or document of a car for sale: link and tick are checked again for every file. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  try {
    await takeAttempt("saleLinkFile", await callerAddress());
    const { token, fileId } = await params;
    const id = z.guid().safeParse(fileId);
    if (!id.success || !sharingToken.safeParse(token).success) return refuse(404);
    const file = await readSaleFile(createServiceClient(), token, id.data);
    if (!file) return refuse(404);
    const isPdf = file.extension === "pdf";
    return new Response(file.bytes, {
      headers: {
        ...HEADERS,
        "content-type": isPdf ? "application/pdf" : "image/webp",
        "content-disposition": `${isPdf ? "attachment" : "inline"}; filename="${file.kind}-${id.data}.${file.extension}"`,
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    });
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === "rate.limited";
    if (!isLimited) reportError("sale link", error);
    return refuse(isLimited ? 429 : 503);
  }
}

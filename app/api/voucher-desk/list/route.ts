import { z } from "zod";
import { AppError } from "@/lib/platform/error";
import { readDesk } from "@/lib/partners/desk/queries";
import { answerDesk } from "../desk-answer";

/** What a desk keeps on its device; an account names the place with `?place=`. */
export function GET(request: Request): Promise<Response> {
  return answerDesk(request, async (caller) => {
    if (caller.token) return readDesk(caller);
    const place = z.uuid().safeParse(new URL(request.url).searchParams.get("place"));
    if (!place.success) throw new AppError("input.invalid");
    return readDesk(caller, place.data);
  });
}

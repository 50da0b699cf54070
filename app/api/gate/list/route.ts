import { z } from "zod";
import { readDeviceGate, readOperatorGate } from "@/lib/events/gate/queries";
import { AppError } from "@/lib/platform/error";
import { answerGate } from "../gate-answer";

/** The list of an event for a device at its gate; an operator names the event with `?event=`. */
export function GET(request: Request): Promise<Response> {
  return answerGate(request, async ({ token }) => {
    if (token) return readDeviceGate(token);
    const event = z.uuid().safeParse(new URL(request.url).searchParams.get("event"));
    if (!event.success) throw new AppError("input.invalid");
    return readOperatorGate(event.data);
  });
}

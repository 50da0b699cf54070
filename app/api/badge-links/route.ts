import { forPeopleOfEvents } from "@/lib/events/members/service";
import { shareBadge } from "@/lib/events/panel/mutations";
import { registrationSchema } from "@/lib/events/panel/schema";
import { serverLink } from "@/lib/platform/links/mutations";
import { linkPath } from "@/lib/platform/links/rules";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 1024;

/** The path of the badge of a confirmed registration, which its event managers may send to the person. */
export const POST = accountHandler(
  { name: "badge-links", permission: forPeopleOfEvents, body: jsonBody(registrationSchema, MAX_BYTES) },
  async ({ body: { registration }, client }) => {
    await shareBadge(client, registration);
    const { token } = await serverLink(createServiceClient(), "badge", registration);
    return Response.json({ path: linkPath("badge", token) }, { status: 201 });
  },
);

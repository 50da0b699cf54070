import { getBreakdownData } from "@/lib/guide/breakdown/queries";

export const dynamic = "force-static";
export const revalidate = 3600;

/** Towns, federal roads, telephone numbers, workshops and tow services, for a breakdown without a connection. */
export async function GET() {
  return Response.json(await getBreakdownData());
}

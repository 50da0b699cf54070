import { getTranslations } from "next-intl/server";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { searchPortal } from "@/lib/guide/map-places/queries";
import { searchSchema } from "@/lib/geo/search/schema";

const STATUS = { "rate.limited": 429, "input.invalid": 400, "service.unavailable": 503 } as const;
type Code = keyof typeof STATUS;

/** The search as JSON: `?q=&uf=&kinds=region,city&limit=&locale=`. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  try {
    await takeAttempt("search", await callerAddress());
    const question = searchSchema.safeParse(parameters);
    if (!question.success) throw new AppError("input.invalid");
    return Response.json(await searchPortal(question.data), { headers: { "cache-control": "public, max-age=60" } });
  } catch (error) {
    const known = error instanceof AppError && error.code in STATUS;
    const code: Code = known ? (error.code as Code) : "service.unavailable";
    if (code === "service.unavailable") reportError("search", error);
    const t = await getTranslations({
      locale: isLocale(parameters.locale) ? parameters.locale : DEFAULT_LOCALE,
      namespace: "platform/errors",
    });
    return Response.json(
      { code, message: t(`${code}.description`) },
      { status: STATUS[code], headers: { "cache-control": "no-store" } },
    );
  }
}

import PendingPage, { generateMetadata } from "../../[...path]/page";

export { generateMetadata };
export const dynamic = "force-dynamic";

type Props = { params: Promise<{ path: string[] }> };

/** Placeholder for pages of this area; without this folder `/vendedor/cadastro` would match the routes of a state. */
export default async function PendingAreaPage({ params }: Props) {
  const { path } = await params;
  return <PendingPage params={Promise.resolve({ path: ["vendedor", ...path] })} />;
}

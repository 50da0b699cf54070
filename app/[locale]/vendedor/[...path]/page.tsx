import PendingPage, { generateMetadata } from "../../[...path]/page";

export { generateMetadata };
export const dynamic = "force-dynamic";

type Props = { params: Promise<{ path: string[] }> };

/** Pages of this area that are still in preparation; without this folder `/vendedor/cadastro` would be taken for a state's. */
export default async function PendingAreaPage({ params }: Props) {
  const { path } = await params;
  return <PendingPage params={Promise.resolve({ path: ["vendedor", ...path] })} />;
}

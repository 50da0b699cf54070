import { download, type DownloadProps } from "../download";

export const dynamic = "force-static";
export const revalidate = 300;
export const generateStaticParams = () => [];

export function GET(_request: Request, props: DownloadProps) {
  return download(props, "gpx");
}

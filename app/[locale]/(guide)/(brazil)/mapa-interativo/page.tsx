import { AtlasPage, atlasMetadata } from "../../atlas-page";

export const revalidate = 300;

export const generateMetadata = () => atlasMetadata(null);

export default function CountryMapPage() {
  return <AtlasPage state={null} />;
}

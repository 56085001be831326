// A picture of a page in the sizes that its letters can be read in: a screen, a tablet and a phone. The style shows one of them.

/** How a figure is drawn for one size of window. */
export interface FigureLook {
  /** For ids, which are unique on a page. */
  readonly size: 'wide' | 'medium' | 'narrow'
  readonly layout: 'wide' | 'narrow'
  /** In pixels; what the layout has where it is left out. */
  readonly width?: number
}

const LOOKS: readonly FigureLook[] = [
  { size: 'wide', layout: 'wide' },
  { size: 'medium', layout: 'wide', width: 800 },
  { size: 'narrow', layout: 'narrow' },
]

/** The picture for each size of window, of which the style shows one. */
export function drawSizes(draw: (look: FigureLook) => string): string {
  return LOOKS.map((look) => `<div class="${look.size}">${draw(look)}</div>`).join('')
}

/** On paper the wide one is drawn. */
export const FIGURE_STYLE = `
.medium,.narrow{display:none}
@media screen and (max-width:75rem){.wide{display:none}.medium{display:block}}
@media screen and (max-width:48rem){.medium{display:none}.narrow{display:block}}
`

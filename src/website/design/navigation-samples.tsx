import { Code } from '../components/code.tsx'
import { Crumbs } from '../components/crumbs.tsx'
import { Pager } from '../components/pager.tsx'

export function Navigation() {
  return (
    <>
      <Crumbs
        trail={[
          { name: 'Foods', href: '/categories' },
          { name: 'Dairy', href: '/design' },
          { name: 'Yogurts' },
        ]}
      />
      <Pager offset={20} pageSize={20} hasMore hrefAt={() => '/design'} />
    </>
  )
}

export function CodeBlocks() {
  return (
    <>
      <Code name="Request" text={'curl "https://api.example.org/food/2"'} />
      <Code name="Response" isOutput text={'{"id": 2, "name": "Whole Milk"}'} />
    </>
  )
}

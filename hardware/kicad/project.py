"""What KiCad wants around a board: the project with its rules, and the tables of libraries."""
import json

# Checks that KiCad leaves off unless somebody asks for them. None is off here, and none of the others is made softer.
ASKED_FOR = {
    'erc': ('footprint_filter', 'four_way_junction', 'label_multiple_wires', 'simulation_model_issue', 'single_global_label'),
    'drc': ('footprint_filters_mismatch', 'footprint_type_mismatch', 'missing_courtyard', 'npth_inside_courtyard',
            'pth_inside_courtyard'),
}

RULES = {
    'min_clearance': 0.2, 'min_track_width': 0.25, 'min_via_diameter': 0.8, 'min_via_annular_width': 0.2,
    'min_through_hole_diameter': 0.4, 'min_hole_to_hole': 0.4, 'min_hole_clearance': 0.25, 'min_copper_edge_clearance': 0.5,
    'min_silk_clearance': 0.0, 'min_text_height': 0.9, 'min_text_thickness': 0.12, 'min_connection': 0.2,
    'min_resolved_spokes': 1, 'max_error': 0.02, 'solder_mask_to_copper_clearance': 0.0,
}


def severities(kind):
    return dict.fromkeys(ASKED_FOR[kind], 'warning')


def project(name):
    return json.dumps({
        'meta': {'filename': f'{name}.kicad_pro', 'version': 3},
        'board': {'design_settings': {'rules': RULES, 'rule_severities': severities('drc')}},
        'erc': {'rule_severities': severities('erc')},
        'net_settings': {'classes': [{'name': 'Default', 'clearance': 0.2, 'track_width': 0.3, 'via_diameter': 0.8,
                                      'via_drill': 0.4, 'wire_width': 6, 'bus_width': 12, 'priority': 2147483647}]},
    }, indent=1) + '\n'


def tables():
    row = '(lib (name "adjutant") (type "KiCad") (uri "${{KIPRJMOD}}/{}") (options "") (descr ""))'
    return {'fp-lib-table': f'(fp_lib_table (version 7)\n {row.format("adjutant.pretty")}\n)\n',
            'sym-lib-table': f'(sym_lib_table (version 7)\n {row.format("adjutant.kicad_sym")}\n)\n'}
